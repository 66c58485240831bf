"""The program of a listing: its docstrings, its tokens, its functions, and whether two are the same."""
from __future__ import annotations

import ast
import functools
import hashlib
import io
import tokenize
from collections.abc import Iterator


def docstrings(tree: ast.AST) -> list[ast.Constant]:
    """Return the docstrings of the module, its classes and functions."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = []
    for node in _statements(tree):
        if isinstance(node, owners) and ast.get_docstring(node, clean=False) is not None:
            statement = node.body[0]
            assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            found.append(statement.value)
    return found


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a tree and the statements in it: none stands within an expression, and expressions are most of a tree."""
    waiting = [tree]
    for node in waiting:
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            inner = getattr(node, name, ())
            waiting += inner if isinstance(inner, list) else ()
        yield node


def code_tokens(source: str) -> list[tokenize.TokenInfo]:
    """Return the tokens of the program: no comment, no docstring, no blank line.

    Raises SyntaxError or tokenize.TokenError if the source is no Python. The source is
    read as bytes, so that a coding cookie in a comment counts as it would in a file.
    """
    data = source.encode()
    return _without(docstrings(ast.parse(data)), data)


def _without(docs: list[ast.Constant], data: bytes) -> list[tokenize.TokenInfo]:
    """Return the tokens that are neither one of these docstrings nor a comment nor a blank line."""
    starts = {(doc.lineno, doc.col_offset) for doc in docs}
    return [
        token
        for token in tokenize.tokenize(io.BytesIO(data).readline)
        if token.type not in (tokenize.COMMENT, tokenize.NL)
        and not (token.type == tokenize.STRING and token.start in starts)
    ]


def code_lines(source: str) -> dict[int, str]:
    """Return {line number: its code}, without the lines that hold none."""
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


def same_program(english: str, translated: str) -> bool:
    """Are the two the same program, line by line, comments and docstrings apart?"""
    try:
        return _program(english) == _program(translated)
    except (SyntaxError, tokenize.TokenError):
        return False


@functools.lru_cache(maxsize=2_000)  # one English text is held against many
def _program(source: str) -> tuple[bytes, int]:
    """Return a digest of the tokens that are code, with lines and columns, and of the syntax tree; and the lines."""
    layout = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    data = source.encode()
    tree = ast.parse(data)
    docs = docstrings(tree)
    places = [(t.type, t.string, t.start) for t in _without(docs, data) if t.type not in layout]
    for doc in docs:
        doc.value = ""
    return hashlib.sha256(repr((places, ast.dump(tree))).encode()).digest(), len(source.splitlines())


FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def functions(source: str) -> dict[str, tuple[int, int]]:
    """Return {name, such as Loop.run: its first and last line} of the functions and methods of a module."""
    found = {}
    for node in ast.parse(source).body:
        prefix, body = (f"{node.name}.", node.body) if isinstance(node, ast.ClassDef) else ("", [node])
        for each in body:
            if isinstance(each, FUNCTION):
                found[prefix + each.name] = (each.lineno, each.end_lineno or each.lineno)
    return found


def names(source: str, lines: frozenset[int]) -> Iterator[str]:
    """Yield the names that a module defines in these lines: functions, and classes, such as ``Loop: run, spawn``.

    A special method, such as ``__init__``, is left out, unless the class is begun elsewhere.
    """
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            begins = node.lineno in lines
            methods = [each.name for each in node.body if isinstance(each, FUNCTION) and each.lineno in lines]
            inner = ", ".join(name for name in methods if not (begins and name.startswith("__")))
            if begins or inner:
                yield f"{node.name}: {inner}" if inner else node.name
        elif isinstance(node, FUNCTION) and node.lineno in lines:
            yield node.name
