"""The strokes of the figures stand out on the page, in the light and in the dark."""
from __future__ import annotations

import re

import pytest

from press.catalogue import ROOT

CSS = (ROOT / "press/site/static/figures.css").read_text("utf-8")
BACKGROUNDS = ("#ffffff", "#131416")
WASHES = {"--figure-band", "--figure-now"}
"""Grounds and no lines."""
PAPER = {"--color-background-primary", "--color-foreground-primary", "--lane"}
"""Not said in this file: the page's own two, and the colour of a lane, which is one of those that are."""


def channels(colour: str) -> list[float]:
    """Return red, green, blue (and how dense) of ``#rrggbb(aa)``, from 0 to 1."""
    return [int(colour[place : place + 2], 16) / 255 for place in range(1, len(colour), 2)]


def luminance(parts: list[float]) -> float:
    """Return the relative luminance, as WCAG 2 defines it."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faint(css: str) -> list[str]:
    """Return the strokes of a style sheet that have less contrast than 3:1 on the page, or in the column of the OS."""
    pattern = r"(--[\w-]+): light-dark\((#\w+), (#\w+)\)"
    colours = {name: (light, dark) for name, light, dark in re.findall(pattern, css)}
    found = [f"opacity: {value}" for value in re.findall(r"opacity: ([^;}]+)", css)]
    strokes = set(re.findall(r"(?<![\w-])stroke: ([^;}]+?)\s*[;}]", css))
    found += [stroke for stroke in strokes if not re.fullmatch(r"none|var\((--[\w-]+)\)", stroke)]
    used = set(re.findall(r"stroke: var\((--[\w-]+)\)", css)) | set(re.findall(r"--lane: var\((--[\w-]+)\)", css))
    found += [f"{name} is not said" for name in used - colours.keys() - PAPER]
    for name in used & colours.keys():
        for colour, page, wash in zip(colours[name], map(channels, BACKGROUNDS), colours["--figure-band"]):
            *over, dense = channels(wash)
            band = [dense * new + (1 - dense) * old for new, old in zip(over, page)]
            for ground in (page, band):
                high, low = sorted([luminance(channels(colour)), luminance(ground)], reverse=True)
                if (high + 0.05) / (low + 0.05) < 3:
                    found.append(f"{name}: {colour}")
    return found


def test_each_line_stands_out_on_both_grounds() -> None:
    assert faint(CSS) == []


@pytest.mark.parametrize(("good", "bad"), [
    ("--ann: light-dark(#1769aa, #6cb6ff)", "--ann: light-dark(#9cc4e4, #6cb6ff)"),
    ("--os: light-dark(#4a5d80, #a9bbdd)", "--os: light-dark(#4a5d80, #3a3d44)"),
    ("svg.run .axis { ", "svg.run .axis { opacity: .55; "),
    ("svg.run .axis { ", "svg.run .axis { stroke: #aaa; "),
    ("svg.run .axis { ", "svg.run .axis { stroke: var(--task-7); "),
])
def test_a_line_that_is_too_faint_is_found(good: str, bad: str) -> None:
    assert good in CSS
    assert faint(CSS.replace(good, bad))
