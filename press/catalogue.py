"""The catalogue of listings: a name, and its files.

``turns.round_robin`` is the module ``ghetto_asyncio/turns/round_robin.py`` and its session
``listings/turns/round_robin.pycon``; beside that, ``round_robin.run.py`` declares a run, and
``round_robin.run.json`` is its recording. ``philosophers.course.py`` tells the holders of a run, and
its waiters.
"""
from __future__ import annotations

import ast
import difflib
import hashlib
import importlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from whoruns.package import Loops, stand_on
from whoruns.source import FigureError

ROOT = Path(__file__).parents[1]
"""The repository, for commands and tests; Sphinx says itself where the book is."""
PACKAGE = "ghetto_asyncio"
BENCH = "workbench"
"""Whose programs may be puzzles, and the page where a reader's own run."""
KERNELS = frozenset({"kernel", "cancellation", "together"})
"""Chapters whose programs run in a kernel."""


def runs(imported: Collection[str]) -> Literal["", "loop", "kernel"]:
    """Return the tasks' runner among imported listings: "loop", "kernel", or nothing if it is asyncio."""
    listings = [name.split(".") for name in imported if name.startswith(f"{PACKAGE}.")]
    ours = {name[-1] for name in listings} & {"Loop", "Kernel"}
    if ours == {"Loop"} or (not ours and any(name.split(".")[0] == "asyncio" for name in imported)):
        return "loop" if ours else ""
    return "kernel" if {name[1] for name in listings} & KERNELS else "loop" if ours else ""


stand_on(Loops(
    PACKAGE, ROOT,
    queues={"ready": "ready", "heap": "sleep", "waiting": "read"},
    places={"ready": "ready", "sleepers": "sleep", "sockets": "read", "timeouts": ""},
    clocks=("now", "selector.now", "sockets.selector.now"),
    runs=runs,
))

BookError = FigureError
"""A fault of a listing, a run or a conversation, with its remedy."""

UNSHOWN = "together.curio."
"""Modules that a page speaks of and does not show whole: our curio, which curio's own tests judge."""


@dataclass(frozen=True)
class Listing:
    """A listing by its name; the files need not exist."""

    name: str
    root: Path

    @property
    def module(self) -> Path:
        """The file with the code."""
        return self.root / PACKAGE / (self.name.replace(".", "/") + ".py")

    @property
    def session(self) -> Path:
        """The file with the listing's session."""
        return self.root / "listings" / (self.name.replace(".", "/") + ".pycon")

    @property
    def run(self) -> Path:
        """The file that declares a run of this name, to be recorded."""
        return self.session.with_suffix(".run.py")

    @property
    def recording(self) -> Path:
        """The file that the recording is kept in."""
        return self.session.with_suffix(".run.json")

    @property
    def variants(self) -> Path:
        """The file that keeps the same run with other values."""
        return self.session.with_suffix(".vary.json")

    @property
    def course(self) -> Path:
        """The file that tells the holders and the waiters of a run."""
        return self.session.with_suffix(".course.py")

    def shown(self, path: Path) -> str:
        """The path as readers see it, from the top of the repository."""
        return path.relative_to(self.root).as_posix()

    def source(self) -> str:
        """Return the text of the module; raise BookError if it is no Python."""
        text = read_text(self.module, self.root)
        if not text.strip():
            raise BookError(f"{self.shown(self.module)} is empty")
        try:
            ast.parse(text)
        except SyntaxError as error:
            raise BookError(f"{self.shown(self.module)}:{error.lineno}: {error.msg}") from error
        return text

    def check_import(self) -> None:
        """Raise BookError if the module cannot be imported, unless it lacks a package that building doesn't need."""
        try:
            importlib.import_module(f"{PACKAGE}.{self.name}")
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] not in service_packages(self.root):
                raise BookError(f"{self.shown(self.module)} does not import: ModuleNotFoundError: {error}") from error
        except (Exception, SystemExit) as error:
            raise BookError(
                f"{self.shown(self.module)} does not import: {type(error).__name__}: {error}"
            ) from error


@dataclass(frozen=True)
class Text(Listing):
    """A listing with another text than its file: an edited one, or a program of a reader's own."""

    text: str

    def source(self) -> str:
        """Return that text."""
        return self.text


def service_packages(root: Path) -> set[str]:
    """Return the packages that some listings import, and that only the tests install."""
    file = root / "requirements/service.in"
    text = file.read_text("utf-8") if file.is_file() else ""
    return set(re.findall(r"^([a-z]\w*)", text, re.MULTILINE))


def read_text(path: Path, root: Path) -> str:
    """Read a file; raise BookError if it is not UTF-8, or holds a character that breaks lines unseen."""
    shown = path.relative_to(root).as_posix()
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BookError(f"{shown}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    if found := re.search("[\r\t\f\v\x85\u2028\u2029\ufeff]", text):
        line = text[: found.start()].count("\n") + 1
        raise BookError(f"{shown}:{line}: the character U+{ord(found[0]):04X} does not belong into a listing")
    return text


def find(name: str, root: Path) -> Listing:
    """Return the listing of this name; raise BookError if there is none."""
    listing = Listing(name, root)
    if not re.fullmatch(r"[a-z]\w*(\.[a-z]\w*)+", name) or not listing.module.is_file():
        known = [other.name for other in every(root)]
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5) or known
        raise BookError(f"there is no listing {name!r}; there are, for example: {', '.join(near)}")
    return listing


def find_session(listing: Listing) -> str:
    """Return the text of the session; raise BookError if there is none."""
    if not listing.session.is_file():
        raise BookError(
            f"{listing.name} has no session; write {listing.shown(listing.session)} or say ':session: none'"
        )
    return read_text(listing.session, listing.root)


def every(root: Path) -> list[Listing]:
    """Return all listings, by name."""
    package = root / PACKAGE
    names = (
        ".".join(path.relative_to(package).with_suffix("").parts)
        for path in package.rglob("*.py")
        if path.name != "__init__.py" and path.parent != package
    )
    return [Listing(name, root) for name in sorted(names)]


def every_exercise(root: Path) -> list[str]:
    """Return the names of all exercises: turns.weights."""
    return sorted(
        f"{path.parents[1].name}.{path.stem}"
        for path in (root / PACKAGE).glob("*/exercises/*.py")
        if path.stem != "__init__"
    )


def session_of_exercise(name: str, root: Path) -> str:
    """Return the session of the solution, with the answer in the place of the solution."""
    chapter, _, exercise = name.partition(".")
    path = Listing(f"{chapter}.solutions.{exercise}", root).session
    return path.read_text("utf-8").replace(f".{chapter}.solutions.", f".{chapter}.exercises.")


def digest(path: Path) -> str:
    """Return a short fingerprint of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
