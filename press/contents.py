"""The order of the book, as the tables of contents in ``docs/index.md`` have it: the only list of pages."""
from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

TABLE = re.compile(r"^```\{toctree\}\n((?::.*\n)*)((?:(?!```).*\n)*)", re.MULTILINE)
"""A table of contents: its options, and its pages."""


def pages(root: Path) -> list[str]:
    """Return the names of all pages, such as ``loop/taking-turns``, from the first to the last."""
    return ["index", *(page for table in _tables(root) for page in table[2].split())]


def chapters(root: Path) -> list[str]:
    """Return the pages in numbered tables without a name: the chapters of all parts."""
    return [page for _name, pages in parts(root) for page in pages]


def parts(root: Path) -> list[tuple[str, list[str]]]:
    """Return the name and the chapters of each part."""
    tables = [table for table in _tables(root) if _numbered(table) == ""]
    return [(re.sub(r"(?s).*:caption: *(.+?)\n.*", r"\1", table[1]), table[2].split()) for table in tables]


def numbers(root: Path) -> dict[str, int | str]:
    """Return {page: number}: chapters count through all parts, the appendix has letters, the workshop I, II, III."""
    series: dict[str | None, Iterator[int | str]] = {
        "": count(1), "appendix": iter("ABCDEFGHIJ"), "workshop": iter(("I", "II", "III", "IV")),
    }
    return {
        page: next(series[_numbered(table)])
        for table in _tables(root)
        if _numbered(table) in series
        for page in table[2].split()
    }


def _numbered(table: re.Match[str]) -> str | None:
    """Return the name of a numbered table, which the parts of the book don't have; None if it is not numbered."""
    name = re.search(r"^:name: *(\S+)", table[1], re.MULTILINE)
    return (name[1] if name else "") if ":numbered:" in table[1] else None


def _tables(root: Path) -> list[re.Match[str]]:
    return list(TABLE.finditer((root / "docs/index.md").read_text("utf-8")))
