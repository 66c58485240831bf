"""The blocks of the pages held against the listings, and against the numbers that are written down."""
from __future__ import annotations

import tomllib
from pathlib import Path

from press.catalogue import ROOT, Listing
from press.listing.program import same_program
from tests.support.published import Block

CENSUS = tomllib.loads((ROOT / "tests/site/census.toml").read_text("utf-8"))
ILLUSTRATIONS = CENSUS.pop("illustrations")

WITH_REMARKS = ("module", "stepped")
"""Kinds of blocks that differ between the languages: in their comments and docstrings."""


def problems_of(found: list[Block], root: Path = ROOT) -> list[str]:
    """Hold the blocks of a book against the listings and sessions."""
    problems = []
    for block in found:
        listing = Listing(block.name, root)
        if block.kind in WITH_REMARKS:
            if not same_program(listing.module.read_text("utf-8"), block.text):
                problems.append(f"{block.page}: {block.name} is not the program that is tested")
        elif block.kind == "session":
            if block.text != listing.session.read_text("utf-8"):
                problems.append(f"{block.page}: {block.name} is not the session that is tested")
        elif block.kind == "illustration" and block.name not in ILLUSTRATIONS:
            problems.append(f"{block.page}: the illustration {block.name} has no reason in tests/site/census.toml")
        elif block.kind == "unknown":
            problems.append(
                f"{block.page}: nothing proves this block: {block.text[:60]!r}. Make it a listing, a pycon or console "
                "fence, or a {code-block} with a name and a reason in tests/site/census.toml (CONTRIBUTING.md, A page)"
            )
    return problems


def miscounted(counted: dict[str, dict[str, int]]) -> list[str]:
    """Hold the numbers of blocks against those that are written down."""
    pairs = sorted({(page, kind) for counts in (counted, CENSUS) for page in counts for kind in counts[page]})
    counts = [[numbers.get(page, {}).get(kind, 0) for numbers in (counted, CENSUS)] for page, kind in pairs]
    return [
        f"{page}: {now} of the kind {kind}; tests/site/census.toml says {was}. "
        f"If that is meant, write {kind} = {now} there."
        for (page, kind), (now, was) in zip(pairs, counts)
        if now != was
    ]
