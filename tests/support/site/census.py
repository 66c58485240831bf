"""Blocks and figures of the pages held against listings and runs."""
from __future__ import annotations

import functools
import tomllib
from collections import Counter
from pathlib import Path

from press.catalogue import ROOT, UNSHOWN, Listing, every
from press.contents import pages
from press.conversation.script import every_conversation, read
from press.listing.changes import difference
from press.listing.flat import Flat
from press.listing.program import same_program
from press.listing.remarks import find_remarks
from press.quotation import problem_of
from tests.support.fences import everywhere, fences
from tests.support.site.pages import SITE, Page, Site
from tests.support.site.published import Block, as_shown

REASONS = "tests/site/illustrations.toml"
ILLUSTRATIONS = tomllib.loads((ROOT / REASONS).read_text("utf-8"))

WITH_REMARKS = ("module", "stepped")
"""Kinds of blocks that differ between the languages: in their comments and docstrings."""


def problems_of(found: list[Block], root: Path = ROOT, wholes: list[Block] | None = None) -> list[str]:
    """Hold the blocks of a book against the listings and sessions; `wholes` has the modules of which it has pieces."""
    problems = []
    for block in found:
        listing = Listing(block.name, root)
        if block.kind in WITH_REMARKS:
            source = listing.module.read_text("utf-8")
            if block.text != source and not same_program(source, block.text):
                problems.append(f"{block.page}: {block.name} is not the program that is tested")
            if block.against:
                problems += [f"{block.page}: {block.name}: {found}" for found in problems_of_difference(block, root)]
        elif block.kind == "piece":
            whole = next(each.text for each in wholes or found if (each.kind, each.name) == ("module", block.name))
            there = iter(whole.splitlines())
            if not all(line in there for line in block.text.splitlines()):
                problems.append(f"{block.page}: a piece of {block.name} has other lines than the whole")
            if block.against:
                problems += [f"{block.page}: {block.name}: {found}" for found in problems_of_difference(block, root)]
        elif block.kind == "quoted":
            if problem := problem_of(block.name, block.text):
                problems.append(f"{block.page}: {problem}")
        elif block.kind == "flat":
            name, *keep = block.name.split()
            if block.text != Flat(name, root, tuple(keep)).text:
                problems.append(f"{block.page}: {name} is not what its listings make")
        elif block.kind == "session":
            if block.text != listing.session.read_text("utf-8"):
                problems.append(f"{block.page}: {block.name} is not the session that is tested")
        elif block.kind == "conversation":
            if block.text != as_shown(read(block.name, root)):
                problems.append(f"{block.page}: {block.name} is not the conversation that is played")
        elif block.kind == "illustration" and block.name not in ILLUSTRATIONS:
            problems.append(f"{block.page}: the illustration {block.name} has no reason in {REASONS}")
        elif block.kind == "unknown":
            problems.append(
                f"{block.page}: nothing proves this block: {block.text[:60]!r}. Make it a listing, a pycon or console "
                f"fence, or a {{code-block}} with a name and a reason in {REASONS} (CONTRIBUTING.md, A page)"
            )
    return problems


def problems_of_difference(block: Block, root: Path) -> list[str]:
    """Hold the lines that are shown as gone against the listing that has them, and against the one that has not."""
    there = Listing(block.against, root).module.read_text("utf-8").splitlines()
    here = Listing(block.name, root).module.read_text("utf-8")
    gone = difference("\n".join(there), here).gone
    problems = [f"{line!r} is not in {block.against}" for line in block.gone if line not in there]
    if list(block.gone) != [line for row in sorted(gone) for line in gone[row]]:
        problems.append(f"these are not the lines that are gone since {block.against}: {block.gone}")
    return problems


def unshown(found: list[Block], root: Path = ROOT) -> list[str]:
    """Name the listings, sessions and conversations that no page shows, and sessions of nothing."""
    shown = {(block.kind, block.name) for block in found}
    listings = {listing.session: listing for listing in every(root)}
    due = [(f"listings/{name.replace('.', '/')}.talk", "conversation", name) for name in every_conversation(root)]
    for listing in (each for each in listings.values() if not each.name.startswith(UNSHOWN)):
        due.append((listing.shown(listing.module), "module", listing.name))
        if listing.session.is_file():
            due.append((listing.shown(listing.session), "session", listing.name))
    fence = {"module": "listing", "session": "listing", "conversation": "conversation"}
    problems = [
        f"{path}: no page shows it; write {{{fence[kind]}}} {name} on one, or remove it"
        for path, kind, name in due
        if (kind, name) not in shown
    ]
    sessions = sorted(set((root / "listings").rglob("*.pycon")) - set(listings))
    return problems + [f"{path.relative_to(root)}: a session without a module; remove it" for path in sessions]


FENCES = {
    "module": "{listing}", "piece": "{listing}", "flat": "{so-far}", "quoted": "{quoted}", "doctest": "pycon",
    "output": "console", "conversation": "{conversation}", "illustration": "{code-block}",
}
"""The fence of each kind of block; a puzzle is a listing."""


def miscounted(found: list[Block], root: Path = ROOT) -> list[str]:
    """Hold the number of blocks on each page against its fences."""
    there = Counter((block.page, FENCES[block.kind], block.name) for block in found if block.kind in FENCES)
    for page in pages(root):
        for each in everywhere(fences((root / f"docs/{page}.md").read_text("utf-8"))):
            kind = each.kind.replace("puzzle}", "listing}")
            name = each.options.get("name", "") if kind == "{code-block}" else each.argument
            there[page, kind, f"{name} {each.options.get('keep', '')}".strip()] -= kind in FENCES.values()
    wrong = ((each, number) for each, number in there.items() if number)
    return [f"docs/{page}.md: {kind} {name} is shown {number:+} times" for (page, kind, name), number in wrong]


def untranslated(found: list[Block], root: Path = ROOT) -> list[str]:
    """Name the comments and docstrings that a translated book leaves in English."""
    problems = []
    for block in found:
        if block.kind in WITH_REMARKS:
            english = remarks_of(Listing(block.name, root).module.read_text("utf-8"))
            left = [remark.text for remark in find_remarks(block.text) if remark.text in english]
            problems += [f"{block.page}: {block.name} says in English: {text}" for text in left]
    return problems


@functools.cache
def remarks_of(source: str) -> frozenset[str]:
    """Return the comments and docstrings of a listing; three languages ask for them."""
    return frozenset(remark.text for remark in find_remarks(source))


def shown_on(page: Page) -> list[str]:
    """Return the runs in the figures of a page: one figure may show several."""
    return [str(template.attributes["data-run"]) for template in page.css("figure template.run")]


def pages_of_runs(runs: list[str], site: Site = SITE) -> dict[str, str]:
    """Return {run: the page that shows it}."""
    shown = {run: page.name for page in site.pages("en").values() for run in shown_on(page)}
    return {run: shown[run] for run in runs if run in shown}


def problems_of_runs(language: str, runs: list[str], site: Site = SITE) -> list[str]:
    """Hold the figures of a book against the runs that are recorded, and walked in the tests."""
    shown = [(page, run) for page in site.pages(language).values() for run in shown_on(page)]
    problems = [f"{page}: there is no run {run}" for page, run in shown if run not in runs]
    for run in runs:
        pages = [str(page) for page, other in shown if other == run]
        if len(pages) != 1:
            problems.append(f"{run} is shown on {pages}; one page has {{run}} {run}, or listings/**/*.run.py goes")
    return problems
