"""Plumbing: the imports of a listing or a session, which a page folds away. They stay in what is copied and run."""
from __future__ import annotations

import ast
from doctest import DocTestParser
from typing import NamedTuple


class Plumbing(NamedTuple):
    """Lines that fold, counted from 1, and how many imports they hold."""

    lines: frozenset[int] = frozenset()
    imports: int = 0


def plumbing(text: str, language: str) -> Plumbing:
    """Find the imports at the top of a module, with the blank lines below if they come first, or those in a session."""
    found = (_of_session if language == "pycon" else _of_module)(text)
    full = {number for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    return found if full - found.lines else Plumbing()  # who shows nothing but imports means them


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
    lines, imports = set[int](), 0
    for example in DocTestParser().get_examples(text):
        try:
            body = ast.parse(example.source).body
        except SyntaxError:  # which the session shows
            continue
        if body and all(map(_is_import, body)) and not example.want:
            first = example.lineno + 1
            lines.update(range(first, first + example.source.count("\n")))
            imports += len(body)
    return Plumbing(frozenset(lines), imports)


def _is_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom)
