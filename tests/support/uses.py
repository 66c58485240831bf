"""Which modules a page shows, which ones it uses, and which before they are shown."""
from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path
from typing import NamedTuple

from press.catalogue import PACKAGE, ROOT, Listing
from tests.support.fences import everywhere, fences

LISTINGS = ("{listing}", "{puzzle}")
"""Fences that show a module and its session."""
PLUMBING = ("turns.program", "clocks.jump")
"""Modules that need no explanation: the frame of a program, which a box of the first chapter shows, and the clock
that jumps, by which the session of a puzzle ends at once."""


class Use(NamedTuple):
    """A place on a page where a module is used, and its user."""

    place: str
    by: str
    module: str


def imports(source: str, root: Path) -> set[str]:
    """Return the modules of the book that a program imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    ours = {name.removeprefix(f"{PACKAGE}.") for name in names if name.startswith(f"{PACKAGE}.")}
    return {name for name in ours if Listing(name, root).module.is_file()}


def imports_of_session(text: str, root: Path) -> set[str]:
    """Return the modules that a session imports; an example may be no Python."""
    found: set[str] = set()
    for example in DocTestParser().get_examples(text):
        if "import" in example.source and f"{PACKAGE}." in example.source:
            found |= imports(example.source, root)
    return found


def read(page: str, root: Path = ROOT) -> tuple[set[str], list[Use]]:
    """Return the modules that a page shows, and those that it uses."""
    path = f"docs/{page}.md"
    shown: set[str] = set()
    used: list[Use] = []

    def use(line: int, by: str, modules: set[str]) -> None:
        used.extend(Use(f"{path}:{line}", by, module) for module in sorted(modules))

    for fence in everywhere(fences((root / path).read_text("utf-8"))):
        name, listing = fence.argument, Listing(fence.argument, root)
        if fence.kind in LISTINGS:
            shown.add(name)
            use(fence.line, name, imports(listing.module.read_text("utf-8"), root))
            if fence.options.get("session") != "none":
                use(fence.line, f"the session of {name}", imports_of_session(listing.session.read_text("utf-8"), root))
        elif fence.kind == "pycon":
            use(fence.line, "a session", imports_of_session(fence.content, root))
        elif fence.kind == "{run}":
            for run in name.split():
                files = json.loads(Listing(run, root).recording.read_text("utf-8"))["files"]
                use(fence.line, f"the run {run}", {file["name"] for file in files})
        elif fence.kind == "{conversation}":
            talk = listing.session.with_suffix(".talk").read_text("utf-8")
            use(fence.line, f"the conversation {name}", set(re.findall(rf"-m {PACKAGE}\.([\w.]+)", talk)))
    return shown, used


def early(names: list[str], root: Path = ROOT) -> Iterator[tuple[str, Use, str]]:
    """Yield each use of a module that neither this chapter nor one before it shows: (page, use, where it is shown)."""
    read_pages = {name: read(name, root) for name in names}
    first = {module: name for name in reversed(names) for module in read_pages[name][0]}
    known: set[str] = set(PLUMBING)
    for name, (shown, used) in read_pages.items():
        known |= shown
        for use in used:
            if use.module not in known:
                yield name, use, first.get(use.module, "")


def complaint(use: Use, where: str) -> str:
    """Return the complaint about a use that is too early, with the remedy."""
    shown = f"shown first in {where}" if where else "shown in no chapter"
    return f"{use.place}: {use.by} uses {use.module}, {shown}: show it before, fold it up there, or use another one"
