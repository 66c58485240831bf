"""A page that is printed: text and drawings, nothing cut, no furniture, and dark on white."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.steppers import beside, figure
from whoruns.tests.complaints import none

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTER = "kernel/a-whole-kernel"
WIDTH = 673
"""Pixels that the text of an A4 sheet is wide within the margins of print.css; Letter has more."""

COMPLAIN = """() => {
  const shown = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
  const furniture = ".sidebar-drawer, .toc-drawer, .mobile-header, .related-pages, .headerlink, label, button, dialog,"
    + " .moment, .skip-to-content, figure details";
  const edge = document.documentElement.clientWidth + 1;
  const cut = each => each.getBoundingClientRect().right > edge || each.scrollWidth > each.clientWidth + 1;
  const pale = each => {
    const parts = name => getComputedStyle(each)[name].match(/[\\d.]+/g).map(Number);
    const [ink, [red, green, blue, alpha = 1]] = ["color", "backgroundColor"].map(parts);
    return Math.max(...ink.slice(0, 3)) > 200 || alpha > .5 && Math.min(red, green, blue) < 200;
  };
  const told = (elements, fault) => elements.map(each => `${each.outerHTML.slice(0, 60)} is ${fault}`);
  return [
    ...told(shown(furniture), "no text"), ...told(shown("details:not([open]) pre"), "open"),
    ...told(shown("article :is(pre, table, .drawing)").filter(cut), "cut"),
    ...told(shown("body, article :is(h1, p, pre, pre span)").filter(pale), "pale"),
  ];
}"""


def test_a_page_fits_on_paper(reader: Open) -> None:
    page = reader(width=WIDTH, color_scheme="dark").open(f"en/{CHAPTER}.html")
    beside(page, "kernel.everywhere")
    page.emulate_media(media="print")
    assert figure(page, "kernel.everywhere").locator(".drawing svg").is_visible()
    page.locator("article pre").first.evaluate("pre => pre.append('x'.repeat(200))")
    none(page.evaluate(COMPLAIN))
    style = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
    for caption in (".code-block-caption", ".code-bar", "h2"):
        assert page.evaluate(style, [caption, "breakAfter"]) == "avoid"
    assert page.evaluate(style, ["figure.run", "breakInside"]) == "avoid", "only a conversation may go on overleaf"
    page.evaluate("location.hash = document.querySelector('figure[id^=run-]').id")
    expect(page.locator("figure:target")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert page.locator("article h1").is_visible()
    assert page.locator("article details:not(.more) summary").first.is_visible()
    page.evaluate("document.querySelector('link[media=print]').remove()")
    complaints = "".join(page.evaluate(COMPLAIN))
    assert [fault for fault in ("no text", "cut", "pale") if f" is {fault}" not in complaints] == []


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="On Debian: apt install poppler-utils")
def test_a_caption_stays_with_what_it_names(reader: Open, tmp_path: Path) -> None:
    window = reader().open(f"en/{CHAPTER}.html")
    window.pdf(path=tmp_path / "page.pdf", format="A4")
    command = ["pdftotext", "-raw", str(tmp_path / "page.pdf"), "-"]
    sheets = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.split("\f")[:-1]
    assert len(sheets) > 5 and all(words in sheets[0] for words in ("A whole kernel", "Version"))
    assert "Version" not in sheets[-1], "that would often be all it has"
    assert [sheet for sheet in sheets if torn(sheet)] == []
    assert torn("and so on\nListing 15.1 A whole kernel\n3 / 9\n")


def torn(sheet: str) -> bool:
    """Does a sheet end with the caption of a listing, or begin with that of a figure?"""
    lines = [line for line in sheet.splitlines() if not re.fullmatch(r"\d+ / \d+|Ghetto asyncio|", line)]
    return lines[-1].startswith("Listing ") or lines[0].startswith("Fig. ")
