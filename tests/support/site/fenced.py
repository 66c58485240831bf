"""The blocks of code that each page has to show, read from the fences of the English pages."""
from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from press.catalogue import ROOT, BookError, Listing
from press.contents import pages
from tests.support.fences import BOXES, everywhere, fences
from tests.support.site.published import Block

CODE = {
    "pycon": "doctest", "console": "output", "{code-block}": "illustration", "{conversation}": "conversation",
    "{quoted}": "quoted", "{so-far}": "flat",
}
"""Fences that are shown as one block, and its kind."""

LISTINGS = ("{listing}", "{puzzle}")
"""Fences that show a module and its session."""

NO_CODE = (
    "{toctree}", "{glossary}", "{states}", "{chain}", "{drawing}", "{course}", "{buffers}", "{interleavings}", "{map}",
    "{terms}", "{index-of}", "{explains}", "{only}", "{edition}", "{workbench}", "{about}", "{cards}", "{downloads}",
    "{puzzles}",
)


class Due(NamedTuple):
    """A block that a page has to show: the place of its fence, its kind and its name, as a Block has them."""

    place: str
    kind: str
    name: str


def due(page: str, root: Path = ROOT) -> list[Due]:
    """Return the blocks that a page has to show; raise BookError for an unknown fence."""
    path = f"docs/{page}.md"
    found = list(everywhere(fences((root / path).read_text("utf-8"))))
    listings = [fence.argument for fence in found if fence.kind in LISTINGS]
    blocks, before = [], set[str]()
    for fence in found:
        place = f"{path}:{fence.line}"
        if fence.kind in LISTINGS:
            partly = {"pyobject", "lines", "against"} & set(fence.options)
            blocks.append(Due(place, "piece" if partly and fence.argument in before else "module", fence.argument))
            if fence.options.get("session") != "none":
                blocks.append(Due(place, "session", fence.argument))
            before.add(fence.argument)
        elif fence.kind == "{run}":
            for run in fence.argument.split():
                files = json.loads(Listing(run, root).recording.read_text("utf-8"))["files"]
                blocks += [Due(place, "stepped", file["name"]) for file in files if file["name"] not in listings]
        elif fence.kind in CODE:
            words = (fence.argument, fence.options.get("keep", ""))
            name = fence.options.get("name", "") if fence.kind == "{code-block}" else " ".join(words).strip()
            blocks.append(Due(place, CODE[fence.kind], name))
        elif fence.kind not in BOXES + NO_CODE:
            raise BookError(
                f"{place}: the census knows no fence ```{fence.kind}. Code is shown with {{listing}}, {{run}}, "
                f"{', '.join(CODE)}; a new directive has to be named in tests/support/site/fenced.py"
            )
    return blocks


def miscounted(found: list[Block], root: Path = ROOT) -> list[str]:
    """Hold the blocks of a book against the fences of the English pages, page by page."""
    there = Counter((block.page, block.kind, block.name) for block in found)
    problems = []
    for page in pages(root):
        for each in due(page, root):
            key = (page, each.kind, each.name)
            there[key] -= 1
            if there[key] < 0:
                problems.append(f"{each.place}: the finished page does not show this: {each.kind} {each.name}".rstrip())
    for page, kind, name in there.elements():
        problems.append(f"{page}: shown once more than docs/{page}.md says: {kind} {name}".rstrip())
    return problems
