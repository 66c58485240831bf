"""Figures and steppers for everybody: telephones, dark rooms, screen readers, paper, no script, no network."""
from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import HTML, LANGUAGES, pages
from tests.support.site.steppers import PAGES, ROBIN, SIZES, figure, opened, step_through

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

OUTSIDE = """texts => texts.filter((text) => {
  const box = text.getBBox();
  return !text.hasAttribute("transform") && (box.x < 0 || box.x + box.width > 341);
}).map((text) => text.textContent)"""


WIDEST = "Math.max(...[...document.querySelectorAll('html, .content')].map((part) => part.scrollWidth))"
"""How wide is the page, or the text, which scrolls apart from it?"""


def no_wider(page: Page, width: int) -> bool:
    """Is all in a window of this width?"""
    if page.viewport_size != {"width": width, "height": 900}:
        page.set_viewport_size({"width": width, "height": 900})
    return int(page.evaluate(WIDEST)) <= width


def can_be_read(page: Page, chapter: str) -> None:
    """Assert that the drawings of a page are in their places, with letters of a size."""
    assert min(page.locator(".drawing text").evaluate_all(SIZES)) >= 9, chapter
    assert page.locator("figure.run .drawing text").evaluate_all(OUTSIDE) == [], chapter


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_and_can_be_read(reader: Open, language: str) -> None:
    """Each page in each language, in one on a screen as well; a stepper of each page, in one, on a telephone."""
    window = reader(width=390)
    runs = {chapter: name for name, chapter in reversed(PAGES.items())}
    for number, chapter in enumerate(pages(language), LANGUAGES.index(language)):
        page = window.open(f"{language}/{chapter}.html")
        assert no_wider(page, 390), f"{chapter} on a telephone"
        if chapter not in runs:
            continue
        can_be_read(page, chapter)
        if number % len(LANGUAGES) == 0:
            stage = step_through(page, runs[chapter])
            assert min(stage.locator(".drawing text").evaluate_all(SIZES)) >= 9, f"{chapter}, also while stepping"
            assert stage.evaluate("(stage) => stage.scrollWidth") <= 390, chapter
        if number % len(LANGUAGES) == 2:
            assert no_wider(page, 1280), chapter
            can_be_read(page, chapter)


def test_what_is_too_wide_is_seen(reader: Open) -> None:
    page = reader(width=390).open("en/index.html")
    assert no_wider(page, 390)
    page.evaluate("document.querySelector('article h1').style.width = '400px'")
    assert not no_wider(page, 390)


def axe(page: Page, name: str, whole: bool) -> None:
    """Open a stepper, go on a while, and ask axe about the stage or the whole page."""
    step_through(page, name).locator("input").fill("20")
    report = Axe().run(page, context=None if whole else "dialog")
    assert report.response["passes"]
    assert report.response["violations"] == [], report.generate_report()


@pytest.mark.parametrize(("language", "scheme"), [("ru", "light"), ("zh_CN", "dark")])
def test_axe_finds_nothing_in_a_stepper(reader: Open, language: str, scheme: str) -> None:
    window = reader(color_scheme=scheme, bypass_csp=True)  # axe is put into the page
    for name in ("composition.talk", "mainloop.loop"):
        axe(window.open(f"{language}/{PAGES[name]}.html"), name, whole=False)


@pytest.mark.parametrize(("name", "scheme", "language", "width"), [
    ("callbacks.talk", "light", "ru", 390), ("composition.round_robin", "dark", "en", 1280),
])
def test_axe_finds_nothing_on_a_page(reader: Open, name: str, scheme: str, language: str, width: int) -> None:
    window = reader(width, color_scheme=scheme, bypass_csp=True)
    axe(window.open(f"{language}/{PAGES[name]}.html"), name, whole=True)


def test_it_works_from_the_disk(reader: Open) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1]
    stage = step_through(window.open(f"zh_CN/{PAGES[ROBIN]}.html"), ROBIN)
    window.page.keyboard.press("End")
    assert stage.locator(".output li").all_inner_texts() == [
        "Ann 0> hello", "hello", "Bob 0> at last!", "at last!", "Eve 0> good morning", "good morning",
        "Ann 1> ^D", "Bob 1> ^D", "Eve 1> ^D",
    ]
    last = str(stage.locator("input").get_attribute("max"))
    window.page.wait_for_url(f"file:**/zh_CN/**.html#run-turns-round-robin.{last}")
    window.page.reload()
    expect(stage.locator("input")).to_have_value(last)


def test_without_javascript_figure_and_table_remain(reader: Open) -> None:
    page = reader(java_script_enabled=False).open(f"ru/{PAGES[ROBIN]}.html")
    found = figure(page, ROBIN)
    assert found.locator(".drawing svg").is_visible()
    assert found.locator("button").count() == 0
    found.locator("summary").click()
    assert found.locator("table").is_visible()


def test_on_paper_the_figure_stands_alone(reader: Open) -> None:
    page = opened(reader, ROBIN).page
    page.emulate_media(media="print")
    assert figure(page, ROBIN).locator(".drawing svg").is_visible()
    assert not page.locator("dialog, button.open, .veil").filter(visible=True).count()


def test_fingers_find_the_controls(reader: Open) -> None:
    stage = opened(reader, ROBIN, "ru", width=390, height=844, has_touch=True, is_mobile=True)
    sizes = stage.locator("button, input, select, summary").evaluate_all(
        "parts => parts.map((part) => part.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sizes) >= 44
    assert figure(stage.page, ROBIN).locator("button.open").evaluate("button => button.offsetHeight") >= 44


def test_the_script_is_only_where_it_is_needed() -> None:
    with_script = {name for name, page in pages("en").items() if "stepper.js" in page.text}
    assert with_script == {name for name, page in pages("en").items() if page.css("figure.run")}
    assert set(PAGES.values()) <= with_script
