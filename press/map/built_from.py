"""The parts of the book's loops: listings, and the ways between them, as the code and the pages have it.

The map has

- each loop, scheduler and kernel (a listing that defines one of `LOOPS`) from which one of its ends is built, and
- each listing that at least two of these listings use. A part that one alone uses stands behind that one.

A listing uses the names of another one in its classes and functions. A loop *grows* from the one that its class
inherits from or, if there is none, from the one that a page compares it with (`:since:`, `:against:`). A listing that
is wrong on purpose is never built on, and one that no chapter shows doesn't count.
"""
from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from press.catalogue import BookError, find
from press.contents import chapters
from press.listing.flat import Module

LOOPS = {"Loop", "Kernel", "run"}
"""Names of a loop, a kernel, a scheduler in listings."""
FENCE = re.compile(r"^`{3,}\{listing\} (\S+)\n((?::.*\n)*)", re.MULTILINE)
OPTION = re.compile(r"^:([a-z]+): (.+)$", re.MULTILINE)


@dataclass
class Box:
    """A listing on the map, and its parts, without those that are reached by a longer way, too."""

    name: str
    page: str
    """The first chapter that shows it."""
    label: str = ""
    """How one refers to it."""
    since: str = ""
    """The listing that a page compares it with."""
    is_loop: bool = False
    grew_from: str = ""
    uses: list[str] = field(default_factory=list)

    @property
    def above(self) -> list[str]:
        """The listings from which a line leads to this one."""
        return [name for name in (self.grew_from, *self.uses) if name]


def shown(root: Path) -> dict[str, Box]:
    """Return the listings of the chapters, in their order: {name: box}, each box with its label and its `since`."""
    found: dict[str, Box] = {}
    for page in chapters(root):
        for name, written in FENCE.findall((root / f"docs/{page}.md").read_text("utf-8")):
            options = dict(OPTION.findall(written))
            box = found.setdefault(name, Box(name, page))
            whole = not options.keys() & {"pyobject", "lines"}
            box.label = box.label or options.get("name", name if whole else "")
            box.since = box.since or options.get("since", "") or options.get("against", "")
    return {name: box for name, box in found.items() if not re.search(r"_bug$|\.(exercises|solutions)\.", name)}


def read(box: Box, root: Path) -> None:
    """Find the parts of a listing, and whether it is a loop."""
    module = Module.read(box.name, root)
    own = LOOPS & module.here.keys()
    box.is_loop = bool(own)

    def origin(node: ast.expr) -> str:
        first = next((each.id for each in ast.walk(node) if isinstance(each, ast.Name)), "")
        return module.modules.get(first) or module.borrowed.get(first, ("", ""))[0]

    for name, statement in module.here.items():
        if isinstance(statement, ast.ClassDef) and (name in own or not own):
            box.grew_from = box.grew_from or next(filter(None, map(origin, statement.bases)), "")
        named = [origin(each) for each in ast.walk(statement) if isinstance(each, ast.Name)]
        box.uses += filter(None, named)
    box.grew_from = box.grew_from or box.since


def built_from(ends: list[str], root: Path) -> list[Box]:
    """Return the boxes of the map, each after its parts; raise BookError if one has no place there."""
    known = shown(root)
    if lost := next((end for end in ends if find(end, root).name not in known), ""):
        raise BookError(f"no chapter shows {lost}, so the map can't end there")
    found: dict[str, Box] = {}

    def go_back(name: str) -> None:
        if name in found:
            return
        found[name] = box = known[name]
        read(box, root)
        box.grew_from = box.grew_from if box.grew_from in known else ""
        box.uses = [each for each in dict.fromkeys(box.uses) if each in known and each != box.grew_from]
        for above in box.above:
            go_back(above)

    for end in ends:
        go_back(end)
    users = [name for box in found.values() for name in box.above]
    kept = {name: box for name, box in known.items() if name in found and (box.is_loop or users.count(name) > 1)}
    leave_out(kept, found)
    if lost := next((name for name, box in kept.items() if not box.label), ""):
        raise BookError(f"the map leads to {lost}, of which pages show parts: give one of them ':name: {lost}'")
    order: dict[str, Box] = {}

    def place(box: Box) -> None:
        for above in box.above:
            place(kept[above])
        order.setdefault(box.name, box)

    for box in kept.values():
        place(box)
    pages = chapters(root)
    return sorted(order.values(), key=lambda box: pages.index(box.page))


def leave_out(kept: dict[str, Box], found: dict[str, Box]) -> None:
    """Let the boxes that are kept know no others, and no way that a longer one says already."""

    def nearest(name: str) -> list[str]:
        return [name] if name in kept else [each for above in found[name].above for each in nearest(above)]

    def higher(name: str) -> set[str]:
        return {name}.union(*(higher(above) for above in kept[name].above))

    for box in kept.values():
        uses = [each for name in box.uses for each in nearest(name)]
        if box.grew_from and box.grew_from not in kept:
            uses, box.grew_from = nearest(box.grew_from) + uses, ""
        box.uses = [each for each in dict.fromkeys(uses) if each != box.grew_from]
    longer = {box.name: set().union(*(higher(each) - {each} for each in box.above)) for box in kept.values()}
    for box in kept.values():
        box.uses = [name for name in box.uses if name not in longer[box.name]]
