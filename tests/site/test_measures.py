"""Drawings can be read on a telephone and seen at one glance on a screen; the panel beside them is light."""
from __future__ import annotations

import gzip
import re

import pytest

from press.catalogue import ROOT
from tests.support.site.pages import HTML, LANGUAGES, pages
from whoruns.drawing.svg import WIDTH

CSS = (ROOT / "whoruns/page/static/figures.css").read_text("utf-8")
REM = 16
SCREEN, TELEPHONE, COLUMN = 12, 11, 358
"""Pixels that a letter has at least, on a screen and on a telephone, whose column is so wide."""
HIGH, HIGHER, EXCEPTIONS = 900, 1_300, 2
"""Pixels that a drawing may be high, and that so many may be, which are the longest."""
SCRIPT = 8 * 1024
"""Bytes of the panel's script, packed."""


def too_small(css: str) -> list[str]:
    """Complain about letters of drawings that are too small where these are at their widest, or at their narrowest."""
    sizes = {float(size) for size in re.findall(r"font-size: ([\d.]+)px", css)}
    least, most = (
        min(REM * float(width) for width in re.findall(rf"\.drawing > [^{{}}]+{{[^{{}}]*{name}: ([\d.]+)rem", css))
        for name in ("min-width", "max-width")
    )
    found = [f"{size}: {size * most / WIDTH:.1f} pixels on a screen" for size in sizes if size * most / WIDTH < SCREEN]
    small = [f"{size}: {size * least / WIDTH:.2f} on a telephone" for size in sizes if size * least / WIDTH < TELEPHONE]
    return found + small + [f"min-width: {least} pixels, a telephone has {COLUMN}"] * (least > COLUMN)


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


def test_letters_are_large_enough() -> None:
    assert too_small(CSS) == []


@pytest.mark.parametrize(("old", "new", "words"), [
    ("font-size: 12.3px", "font-size: 12px", "12.0: 10.74 on a telephone"),
    ("font-size: 12.3px", "font-size: 11.9px", "11.9: 11.9 pixels on a screen"),
    ("min-width: 22.37rem", "min-width: 22rem", "12.3: 10.82 on a telephone"),
    ("min-width: 22.37rem", "min-width: 23rem", "min-width: 368.0 pixels"),
    ("max-width: 25rem", "max-width: 24rem", "12.3: 11.8 pixels on a screen"),
])
def test_small_letters_are_found(old: str, new: str, words: str) -> None:
    assert old in CSS
    assert words in "\n".join(too_small(CSS.replace(old, new)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawing_is_no_larger_than_a_screen(language: str) -> None:
    found = boxes(language)
    assert len(found) >= 12
    assert too_large(found) == []


def test_large_drawings_are_found() -> None:
    assert too_large({"a": "0 0 400 900", "b": "0 0 400 1300", "c": "0 0 400 901", "map#d": "0 0 400 1600"}) == []
    assert too_large({"a": "0 0 400 901", "b": "0 0 400 1300", "c": "0 0 400 902"}) == [
        "a: 901.0 high", "c: 902.0 high", "b: 1300.0 high",
    ]
    assert too_large({"a": "0 0 400 1301"}) == ["a: 1301.0 high"]
    assert too_large({"a": "0 0 340 100"}) == ["a: 0 0 340 100"]


def test_the_panel_is_light() -> None:
    assert len(gzip.compress((HTML / "en/_static/panel.js").read_bytes(), 9)) <= SCRIPT
