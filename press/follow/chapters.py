"""The reader's file after each chapter, from ``ghetto_asyncio/follow.toml``, and its new lines."""
from __future__ import annotations

import difflib
import functools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from press.catalogue import BookError
from press.contents import chapters
from press.follow.one_file import OneFile, Place
from press.listing.flat import Module
from press.text import WIDTH

FILE = "loop.py"
"""The name of the reader's file."""
TABLE = "ghetto_asyncio/follow.toml"
KEYS = frozenset({"parts", "main", "use", "begins", "replaces"})
BOOK = "Ghetto asyncio"
MADE = re.compile(rf'"""{FILE} after chapter (\d+) of {BOOK}')
"""How a file begins that is made of the listings."""


@dataclass(frozen=True)
class State:
    """The reader's file after a chapter."""

    page: str
    number: int
    """Of the chapter."""
    before: str
    """The file before the chapter; empty if the reader begins a new one here."""
    text: str
    begins: str
    """Why a new file is begun here, if it is."""
    places: dict[Place, str]
    """The definitions of listings in it, and their names there."""

    @property
    def changed(self) -> bool:
        """Does the chapter change the file?"""
        return self.code(self.text) != self.code(self.before)

    @staticmethod
    def code(text: str) -> str:
        """Return the file below its docstring."""
        return text.partition('\n"""\n')[2]

    def news(self) -> list[str]:
        """Return a sentence that says how much is new, and the lines of a diff."""
        name = f"{FILE} after chapter {self.number}"
        if not self.changed:
            return [f"{name}: nothing is new. This chapter leaves the file as it is."]
        diff = list(difflib.unified_diff(
            self.code(self.before).splitlines(), self.code(self.text).splitlines(),
            f"after chapter {self.number - 1}", f"after chapter {self.number}", lineterm="",
        ))
        more = sum(line[:1] == "+" for line in diff[2:])
        less = sum(line[:1] == "-" for line in diff[2:])
        first = f"{name}: {more} lines are new" + (f", {less} are gone." if less else ".")
        if self.begins:
            first = f"{name}: a new file. You begin anew here, {self.begins}; what you had stays as it is."
        return [first, *diff]


def states(root: Path) -> dict[str, State]:
    """Return {page: the file after it}, for each chapter; nothing if the book at `root` has no table of them.

    Raises BookError for a fault of the table.
    """
    path = root / TABLE
    return dict(_states(root, path.stat().st_mtime_ns)) if path.is_file() else {}


@functools.lru_cache(maxsize=4)
def _states(root: Path, _changed: int) -> tuple[tuple[str, State], ...]:
    table: dict[str, dict[str, Any]] = tomllib.loads((root / TABLE).read_text("utf-8"))
    book = chapters(root)
    for page, entry in table.items():
        if page not in book:
            raise BookError(f"{TABLE}: there is no chapter {page!r}")
        if unknown := set(entry) - KEYS:
            there = ", ".join(sorted(KEYS))
            raise BookError(f"{TABLE}: {page}: there is no setting {min(unknown)!r}; there are {there}")
    parts: dict[str, str] = {}
    main, files, read = "", list[tuple[str, OneFile]](), dict[str, Module]()
    for page in book:
        if page in table:
            entry = table[page]
            if "begins" in entry or "replaces" in entry:
                parts, main = {}, ""
            main = entry.get("main", main)
            parts.update({part.rpartition(".")[2]: part for part in entry.get("parts", ())})
            try:
                files.append((page, OneFile(parts.values(), root, main=main, read=read)))
            except BookError as error:
                raise BookError(f"{TABLE}: {page}: {error}") from error
    order: dict[str, int] = {}
    for page, file in reversed(files):  # the last one's places hold in all before, so that nothing moves
        order = order or {name: number for number, name in enumerate(file.pieces)}
        file.order = order
        if "begins" in table[page] or "replaces" in table[page]:
            order = {}
    return tuple(_followed(book, dict(files), table, root))


def _followed(
    book: list[str], files: dict[str, OneFile], table: dict[str, dict[str, Any]], root: Path
) -> Iterator[tuple[str, State]]:
    """Yield each chapter, and the file after it."""
    text, use = "", ""
    file: OneFile | None = None
    for number, page in enumerate(book, 1):
        entry = table.get(page, {})
        file, use, before = files.get(page, file), entry.get("use", use), "" if "begins" in entry else text
        if file is not None:
            file.docstring = docstring(number, title(page, root), use)
            text = file.text
            yield page, State(page, number, before, text, entry.get("begins", ""), file.places)


def title(page: str, root: Path) -> str:
    """Return the title of a page in English."""
    found = re.search(r"^# (.+)$", (root / f"docs/{page}.md").read_text("utf-8"), re.MULTILINE)
    return found[1].strip() if found else page


def docstring(number: int, title: str, use: str) -> str:
    """Return the docstring of the file."""
    first = f'"""{FILE} after chapter {number} of {BOOK}'
    first = f"{first}: {title}." if len(f"{first}: {title}.") <= WIDTH else f"{first}.\n\n{title}."
    made = f"Made of the listings of the book, by `make follow CHAPTER={number}`."
    shown = "\n".join(f"    {line}".rstrip() for line in use.strip("\n").splitlines())
    return f'{first}\n\n{made}\n\n{shown}\n"""'


def chosen(asked: str, root: Path) -> State:
    """Return the file after a chapter that is named by its number, its page or the last part of that.

    Raises BookError if there is no such chapter.
    """
    every = states(root)
    if not asked:
        raise BookError("Say after which chapter: make follow CHAPTER=12, or CHAPTER=tasks.")
    for page, state in every.items():
        if asked in (str(state.number), page, page.rpartition("/")[2]):
            return state
    last = max(state.number for state in every.values())
    names = [page.rpartition("/")[2] for page in every]
    near = difflib.get_close_matches(asked, names, n=1)
    meant = near[0] if near else "tasks"
    raise BookError(f"There is no chapter {asked!r}: say CHAPTER=1 to CHAPTER={last}, or its page, CHAPTER={meant}.")
