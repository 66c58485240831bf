"""The order of the book, as the tables of contents in ``docs/index.md`` have it; nobody else keeps a list of pages."""
from __future__ import annotations

import re
from pathlib import Path

TABLE = re.compile(r"^```\{toctree\}\n((?::.*\n)*)((?:(?!```).*\n)*)", re.MULTILINE)
"""A table of contents: its options, and its pages."""


def pages(root: Path) -> list[str]:
    """Return the names of all pages, such as ``turns/taking-turns``, from the first to the last."""
    return ["index", *(page for table in _tables(root) for page in table[2].split())]


def chapters(root: Path) -> list[str]:
    """Return the pages in numbered tables: the chapters of all parts."""
    return [page for table in _tables(root) if ":numbered:" in table[1] for page in table[2].split()]


def _tables(root: Path) -> list[re.Match[str]]:
    return list(TABLE.finditer((root / "docs/index.md").read_text("utf-8")))
