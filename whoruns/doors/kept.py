"""The figures of programs on pages of Sphinx, kept from build to build: a program runs again when a file has changed.

In a file, JSON: what a page shows of a program, in a language, and the digests of all files that it follows from.
"""
from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
from collections.abc import Iterable
from contextlib import chdir
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import whoruns
from whoruns.command import troubles
from whoruns.drawing.weave import View
from whoruns.page.drawn import drawn
from whoruns.page.page import ended
from whoruns.program import Seen, record
from whoruns.source import Text
from whoruns.wording import SOURCE, speaking

TOOL = Path(whoruns.__file__).parent


@dataclass(frozen=True)
class Program:
    """A program on a page, and what is asked of its figure."""

    path: Path
    """Its file; for one that is written on a page, that page's."""
    text: Text | None
    """What is written on a page, and how it is called."""
    follow: tuple[str, ...]
    """Further files, or folders of them, whose lines are followed."""
    show: tuple[str, ...]
    """Variables whose values are drawn."""
    real: bool
    """Whether it runs in real time."""
    language: str


@dataclass(frozen=True)
class Kept:
    """What a page shows of a program."""

    name: str
    """How its file is called."""
    svg: str
    """The drawing; "" if there is nothing to be drawn."""
    steps: dict[str, Any]
    """What the panel needs (``story/steps.py``), with the HTML of the files' lines."""
    table: dict[str, Any]
    """The same in words."""
    said: list[str]
    """How it ended, if not by itself, and the gaps of the figure, in the language of the page."""
    troubles: list[str]
    """The same, as the command says it to an author, if something is wrong."""
    depends: dict[str, str]
    """{path: digest} of all files that this follows from."""


def kept(program: Program, folder: Path) -> Kept:
    """Return the figure of a program, which is kept in a folder, or is recorded now.

    Raise RecordError if that cannot be begun, and FigureError if the drawing cannot show what is asked of it.
    """
    file = folder / f"{digest(repr(program).encode() + tool())}.json"
    if file.is_file():
        found = Kept(**json.loads(file.read_text("utf-8")))
        if all(digest_of(path) == known for path, known in found.depends.items()):
            return found
    found = made(program)
    folder.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(f".{os.getpid()}")  # several processes may be at it
    new.write_text(json.dumps(asdict(found)), "utf-8")
    new.replace(file)
    return found


def made(program: Program) -> Kept:
    """Record a program, in its folder, and draw it."""
    with chdir(program.path.parent):
        seen = record(
            program.text.text if program.text else program.path, name=program.text.name if program.text else "",
            follow=program.follow, real=program.real,
        )
    figure: dict[str, Any] = {"svg": "", "steps": {}, "table": {}, "listings": {}}
    with speaking(program.language):
        if seen.story is not None:
            figure |= drawn([seen.story], View(show=program.show))
        said = [*ended(seen.error), *seen.sentences(program.language)]
    return Kept(
        seen.name, figure["svg"], figure["steps"] | {"lines": figure["listings"]}, figure["table"],
        said, troubles(seen, SOURCE) if is_wrong(seen) else [],
        {str(path): digest_of(path) for path in files(program, seen)},
    )


def is_wrong(seen: Seen) -> bool:
    """Say whether something is missing in the figure, or a program has not ended as one that is right."""
    asked = any(limit.kind != "others" for limit in seen.limits)
    return bool(seen.error or seen.ending or asked or seen.story is None)


def files(program: Program, seen: Seen) -> Iterable[Path]:
    """Yield the files that a figure follows from."""
    yield from [] if program.text else [program.path]
    for path in map(Path, program.follow):
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]
    yield from map(Path, seen.own.others)


def digest_of(path: str | Path) -> str:
    """Return the digest of a file, or "" if it is gone."""
    return digest(Path(path).read_bytes()) if Path(path).is_file() else ""


def digest(data: bytes) -> str:
    """Return the digest of some bytes."""
    return hashlib.sha256(data).hexdigest()[:20]


@functools.cache
def tool() -> bytes:
    """Return something that changes when Python does, or whoruns."""
    parts = [path.read_bytes() for path in sorted(TOOL.rglob("*.p[yo]")) if "tests" not in path.parts]
    return digest(b"".join(parts)).encode() + platform.python_version().encode()
