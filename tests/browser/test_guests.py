"""Figures on pages of others: in a frame, as in a notebook, and among the text of a book that Sphinx has built."""
from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tests.support.site.browser import CHROMIUM, MISSING, Open
from whoruns import record
from whoruns.page.framed import framed

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

PROGRAM = "import asyncio\nasync def tea():\n    await asyncio.sleep(3)\nasyncio.run(tea())\n"
AROUND = "<!doctype html><style>.dark {{ background: #222 }}</style><main class=dark>{}</main>"


def test_a_frame_is_as_high_and_as_dark_as_it_has_to_be(reader: Open, tmp_path: Path) -> None:
    """Beyond its figure it shows nothing; a theme is noticed when it changes; steps make no address."""
    seen = record(PROGRAM)
    (tmp_path / "notebook.html").write_text(AROUND.format(framed("tea", seen.page(), seen.svg())), "utf-8")
    window = reader(1280, alone=True, color_scheme="light")
    page = window.page
    page.goto(f"file://{tmp_path}/notebook.html")
    inside = page.frame_locator("iframe")
    expect(inside.locator(".moment")).to_be_visible()
    expect(inside.locator("h1, h2, .printed").locator("visible=true")).to_have_count(0)
    expect(page.locator("img")).to_have_count(0)
    expect(inside.locator("body")).to_have_css("color-scheme", "dark")
    measure = "frame => [frame.offsetHeight, frame.contentDocument.body.offsetHeight]"
    high, needed = page.locator("iframe").evaluate(measure)
    assert high == needed < 720
    inside.locator(".moment .next").click()
    page.evaluate("document.querySelector('main').style.background = '#fff'; document.body.dataset.theme = 'light'")
    expect(inside.locator("body")).to_have_css("color-scheme", "light")
    page.wait_for_timeout(400)  # an address is written after 300 ms
    assert not window.problems


def test_a_book_of_others_has_a_panel(reader: Open, tmp_path: Path) -> None:
    """With a content policy that allows the book's own files and nothing else, also from a page in a folder."""
    (tmp_path / "a/b").mkdir(parents=True)
    policy = "default-src 'none'; script-src 'self'; style-src 'self'"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    (tmp_path / "a/layout.html").write_text(
        "{% extends 'basic/layout.html' %}{% block relbar1 %}{% endblock %}{% block relbar2 %}{% endblock %}"
        "{% block extrahead %}" + head + "{{ super() }}{% endblock %}"
    )
    (tmp_path / "a/index.rst").write_text("Tea\n===\n\n.. toctree::\n\n   b/tea\n")
    (tmp_path / "a/b/tea.rst").write_text("Tea\n===\n\n.. whoruns::\n\n   " + PROGRAM.replace("\n", "\n   "))
    conf = {
        "extensions": ["whoruns.sphinx"], "html_theme": "basic", "html_sidebars": {"**": []}, "templates_path": ["."],
    }
    with patch_docutils(tmp_path), docutils_namespace():
        Sphinx(tmp_path / "a", None, tmp_path / "out", tmp_path / "trees", "html", conf, None, None).build()
    window = reader(1280, alone=True, color_scheme="dark")
    page = window.page
    page.goto(f"file://{tmp_path}/out/b/tea.html")
    expect(page.locator(".moment .place")).to_have_text("tea(), line 3 of tea.py")
    expect(page.locator("figure")).to_have_css("color-scheme", "light")  # as the page is, whatever the system likes
    page.evaluate("document.body.style.background = '#000'")
    expect(page.locator("figure")).to_have_css("color-scheme", "dark")
    page.locator(".moment .large").click()
    expect(page.locator("dialog .moment")).to_be_visible()
    assert not window.problems
