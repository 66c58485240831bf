"""Which modules a page shows, and which ones it uses."""
from __future__ import annotations

import ast
import json
import re
from doctest import DocTestParser
from pathlib import Path
from typing import NamedTuple

from press.catalogue import PACKAGE, ROOT, Listing
from tests.support.fences import everywhere, fences
from tests.support.site.fenced import LISTINGS


class Use(NamedTuple):
    """A place on a page where a module is used, and by what."""

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
