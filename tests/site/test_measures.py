"""A drawing is no larger than a screen; that its letters can be read is asked in tests/browser/test_access.py."""
from __future__ import annotations

from tests.support.site.pages import LANGUAGES, pages
from whoruns.drawing.svg import WIDTH
from whoruns.tests.complaints import none

HIGH, HIGHER, EXCEPTIONS = 900, 1_300, 2
"""Pixels that a drawing may be high, and that so many may be, which are the longest."""


def too_large(boxes: dict[str, str]) -> list[str]:
    """Complain about drawings, {name: viewBox}, of another width, or that are higher than a screen, but for the map."""
    found = [f"{name}: {box}" for name, box in boxes.items() if box.split()[:3] != ["0", "0", str(WIDTH)]]
    heights = {name: float(box.split()[3]) for name, box in boxes.items() if not name.startswith("map#")}
    tall = sorted((height, name) for name, height in heights.items() if height > HIGH)
    return found + [f"{name}: {height} high" for height, name in tall if height > HIGHER or len(tall) > EXCEPTIONS]


def boxes(language: str) -> dict[str, str]:
    """Return the viewBox of each drawing in a book."""
    figures = [(name, figure) for name, page in pages(language).items() for figure in page.css("figure")]
    found = {f"{name}#{figure.id}": svg.attributes for name, figure in figures for svg in figure.css(".drawing > svg")}
    return {name: str(given.get("viewBox") or given.get("viewbox")) for name, given in found.items()}


def test_a_drawing_is_no_larger_than_a_screen() -> None:
    found = {language: boxes(language) for language in LANGUAGES}
    assert all(len(each) >= 12 for each in found.values())
    none(f"{language}: {said}" for language, each in found.items() for said in too_large(each))


def test_large_drawings_are_found() -> None:
    assert too_large({"a": "0 0 400 900", "b": "0 0 400 1300", "c": "0 0 400 901", "map#d": "0 0 400 1600"}) == []
    assert too_large({"a": "0 0 400 901", "b": "0 0 400 1301", "c": "0 0 400 902", "d": "0 0 340 100"}) == [
        "d: 0 0 340 100", "a: 901.0 high", "c: 902.0 high", "b: 1301.0 high",
    ]
