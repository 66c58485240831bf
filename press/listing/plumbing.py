"""Plumbing: imports, and the closing lines of a session. A page folds it away; copying and running keep it."""
from __future__ import annotations

import ast
from doctest import DocTestParser, Example
from typing import NamedTuple


class Plumbing(NamedTuple):
    """Lines that fold, counted from 1, how many statements they hold, and whether something is closed there."""

    lines: frozenset[int] = frozenset()
    statements: int = 0
    closing: bool = False


def plumbing(text: str, language: str) -> Plumbing:
    """Find the imports at the top of a module, with blank lines below if they come first; or a session's plumbing."""
    found = (_of_session if language == "pycon" else _of_module)(text)
    full = {number for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    return found if full - found.lines else Plumbing()  # plumbing alone is meant to be shown


def around(text: str, language: str) -> Plumbing:
    """Find the lines around the program of a puzzle: docstring, imports, start; or the input of its session."""
    if language == "pycon":
        typed = [number for number, row in enumerate(text.splitlines(), 1) if row.startswith((">>>", "..."))]
        return Plumbing(frozenset(typed), len(typed))
    body = ast.parse(text).body
    inner = [each for each in body[1:] if not (_is_import(each) or _starts(each))]
    if not inner:
        return Plumbing()
    first = min([inner[0].lineno, *(each.lineno for each in getattr(inner[0], "decorator_list", ()))])
    shown = range(first, (inner[-1].end_lineno or 0) + 1)
    lines = frozenset(range(1, text.count("\n") + 1)).difference(shown)
    return Plumbing(lines, len(body) - len(inner))


def docstring(text: str) -> frozenset[int]:
    """Return the lines of the docstring at the top of a module."""
    body = ast.parse(text).body
    end = body[0].end_lineno if body and ast.get_docstring(ast.Module(body, [])) is not None else 0
    return frozenset(range(1, (end or 0) + 1))


def _starts(statement: ast.stmt) -> bool:
    """Is it ``if __name__ == "__main__":``?"""
    return isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)


def _of_module(text: str) -> Plumbing:
    body = ast.parse(text).body
    start = 1 if ast.get_docstring(ast.Module(body, [])) is not None else 0
    found = []
    for statement in body[start:]:
        if not _is_import(statement):
            break
        found.append(statement)
    if not found:
        return Plumbing()
    rows, end = text.splitlines(), found[-1].end_lineno or 0
    while not start and end < len(rows) and not rows[end].strip():
        end += 1
    return Plumbing(frozenset(range(found[0].lineno, end + 1)), len(found))


def _of_session(text: str) -> Plumbing:
    rows = text.splitlines()
    lines, statements, closing, at_its_end = set[int](), 0, False, True
    for example in reversed(DocTestParser().get_examples(text)):
        body = _silent(example)
        imports = bool(body) and all(map(_is_import, body))
        at_its_end &= imports or (bool(body) and all(map(_closes, body)))
        if imports or at_its_end:
            end = example.lineno + example.source.count("\n")
            lines.update(range(example.lineno + 1, end + 1 + (rows[end : end + 1] == ["..."])))
            statements += len(body)
            closing |= not imports
    return Plumbing(frozenset(lines), statements, closing)


def _silent(example: Example) -> list[ast.stmt]:
    """Return the statements of an example that shows nothing; none if it does."""
    try:
        return [] if example.want else ast.parse(example.source).body
    except SyntaxError:  # which the session shows
        return []


def _closes(statement: ast.stmt) -> bool:
    """Does a statement only close something, or several things, one after the other?"""
    match statement:
        case ast.For(body=body, orelse=[]):
            return all(map(_closes, body))
        case ast.Expr(ast.Call(ast.Attribute(attr="close"), args=[], keywords=[])):
            return True
    return False


def _is_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom)
