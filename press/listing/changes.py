"""Which lines of a listing are new against another one; comments and docstrings apart."""
from __future__ import annotations

import ast
import io
import tokenize
from difflib import SequenceMatcher


def docstrings(tree: ast.AST) -> list[ast.Constant]:
    """Give the docstrings of the module, its classes and functions."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, owners) and ast.get_docstring(node, clean=False) is not None:
            statement = node.body[0]
            assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            found.append(statement.value)
    return found


def code_tokens(source: str) -> list[tokenize.TokenInfo]:
    """Give the tokens of the program: no comment, no docstring, no blank line.

    Raises SyntaxError or tokenize.TokenError if the source is no Python. The source is
    read as bytes, so that a coding cookie in a comment counts as it would in a file.
    """
    data = source.encode()
    starts = {(doc.lineno, doc.col_offset) for doc in docstrings(ast.parse(data))}
    tokens = tokenize.tokenize(io.BytesIO(data).readline)
    return [
        token
        for token in tokens
        if token.type not in (tokenize.COMMENT, tokenize.NL)
        and not (token.type == tokenize.STRING and token.start in starts)
    ]


def code_lines(source: str) -> dict[int, str]:
    """Give {line number: its code}, without the lines that hold none."""
    lines: dict[int, list[str]] = {}
    layout = (tokenize.ENCODING, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in code_tokens(source):
        if token.type in layout:
            continue
        row, column = token.start
        for offset, part in enumerate(token.string.split("\n")):
            # the column stands first: a line that moved to another block is a new line
            lines.setdefault(row + offset, [str(column)]).append(part)
    return {number: " ".join(parts) for number, parts in lines.items()}


def new_lines(old: str, new: str) -> set[int]:
    """Give the numbers of the lines of `new` that `old` does not have."""
    before, after = code_lines(old), code_lines(new)
    numbers = list(after)
    matcher = SequenceMatcher(None, list(before.values()), list(after.values()), autojunk=False)
    return {
        numbers[index]
        for tag, _, _, start, end in matcher.get_opcodes()
        if tag in ("insert", "replace")
        for index in range(start, end)
    }
