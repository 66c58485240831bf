"""Which listings say that they cannot be run in a browser, and whether they say so everywhere."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from press.listing.in_browser import reason
from tests.support.fences import everywhere, fences


def reasons(pages: Mapping[Path, str]) -> tuple[dict[str, str], list[str]]:
    """Return {name of a listing: why it cannot be run}, "" if it can, and the complaints where two pages disagree."""
    found: dict[str, tuple[str, str]] = {}
    wrong = []
    for path, text in pages.items():
        for fence in everywhere(fences(text)):
            if fence.kind == "{listing}":
                name, place, option = fence.argument, f"{path}:{fence.line}", fence.options.get("browser", "")
                why, first = found.setdefault(name, (option and reason(option), place))
                if why != (option and reason(option)):
                    wrong.append(f"{place}: {first} says something else of {name}: write the same ':browser:'")
    return {name: why for name, (why, _place) in found.items()}, wrong
