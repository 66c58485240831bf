"""A program whose lines are followed: its name, its text, and which function a line belongs to."""
from __future__ import annotations

import ast
import os
import sys
from dataclasses import dataclass
from typing import Protocol

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
LIBRARIES = (sys.prefix + os.sep, sys.base_prefix + os.sep, os.path.dirname(os.__file__) + os.sep)
"""Where modules lie that are no project's."""


def is_in(folder: str, file: str) -> bool:
    """Say whether a file lies in a folder, and is of no library."""
    return file.startswith(folder + os.sep) and not file.startswith(LIBRARIES) and "site-packages" not in file


class FigureError(Exception):
    """A fault of a run that is to be drawn, with the remedy."""


class Source(Protocol):
    """A file that is followed."""

    @property
    def name(self) -> str:
        """Its name in the figure."""

    def source(self) -> str:
        """Return its text."""


@dataclass(frozen=True)
class Text:
    """A program that is at hand."""

    name: str
    text: str

    def source(self) -> str:
        """Return that text."""
        return self.text


class Functions:
    """Which function a line belongs to."""

    def __init__(self, source: str) -> None:
        found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, FUNCTION)]
        self._found = [(node.lineno, node.end_lineno or 0, node.name) for node in found]
        self._known: dict[int, str] = {}
        self._heads = {line for node in found for line in range(node.lineno, node.body[0].lineno)}

    def is_head(self, line: int) -> bool:
        """Say whether a line is of a function's head: it is run around the function, and that begins there."""
        return line in self._heads

    def at(self, line: int) -> str:
        """Return the name of the innermost function around a line, or <module>."""
        if line not in self._known:
            around = ((start, name) for start, end, name in self._found if start <= line <= end)
            self._known[line] = max(around, default=(0, "<module>"))[1]
        return self._known[line]
