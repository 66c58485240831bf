"""Figures and their panels for everybody: telephones, dark rooms, screen readers, paper, no script, no network."""
from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.drawings import faint, unreadable
from tests.support.site.pages import HTML, LANGUAGES, pages
from tests.support.site.steppers import PAGES, ROBIN, beside, figure, opened, step_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

WIDEST = "Math.max(...[...document.querySelectorAll('html, .content')].map((part) => part.scrollWidth))"
"""How wide is the page, or the text, which scrolls apart from it?"""


def no_wider(page: Page, width: int) -> bool:
    """Is all in a window of this width?"""
    if page.viewport_size != {"width": width, "height": 900}:
        page.set_viewport_size({"width": width, "height": 900})
    return int(page.evaluate(WIDEST)) <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_and_can_be_read(reader: Open, language: str) -> None:
    """Each page in each language; in one on a screen as well, in one its colours, in one with a panel."""
    window = reader(width=390)
    runs = {chapter: name for name, chapter in reversed(PAGES.items())}
    for number, chapter in enumerate(pages(language), LANGUAGES.index(language)):
        page = window.open(f"{language}/{chapter}.html")
        assert no_wider(page, 390), f"{chapter} on a telephone"
        assert unreadable(page, 11) == [], chapter
        if number % len(LANGUAGES) == 1:
            assert faint(page) == [], chapter
        if chapter not in runs:
            continue
        if number % len(LANGUAGES) == 0:
            beside(page, runs[chapter]).locator(".large").click()
            assert no_wider(page, 390), f"{chapter}, with a panel"
            assert page.locator("dialog").evaluate("(dialog) => dialog.scrollWidth") <= 390, f"{chapter}, enlarged"
            page.keyboard.press("Escape")
        if number % len(LANGUAGES) == 2:
            assert no_wider(page, 1280), chapter
            assert unreadable(page, 12) == [], chapter


def test_what_is_too_wide_is_seen(reader: Open) -> None:
    page = reader(width=390).open("en/index.html")
    assert no_wider(page, 390)
    page.evaluate("document.querySelector('article h1').style.width = '400px'")
    assert not no_wider(page, 390)


def axe(page: Page, name: str, large: bool) -> None:
    """Go to a figure and on a while, and ask axe about the whole page, or what is enlarged."""
    panel = beside(page, name)
    if large:
        panel.locator(".large").click()
    panel.locator("input").fill("4")
    report = Axe().run(page, context="dialog" if large else None)
    assert report.response["passes"]
    assert report.response["violations"] == [], report.generate_report()


@pytest.mark.parametrize(("name", "scheme", "language", "width"), [
    ("callbacks.talk", "light", "ru", 390), ("composition.round_robin", "dark", "en", 1280),
    ("mainloop.simple", "light", "zh_CN", 1280), ("tasks.breakfast", "dark", "pl", 390),
])
def test_axe_finds_nothing(reader: Open, name: str, scheme: str, language: str, width: int) -> None:
    window = reader(width, color_scheme=scheme, bypass_csp=True)  # axe is put into the page
    axe(window.open(f"{language}/{PAGES[name]}.html"), name, large=False)
    axe(window.page, name, large=True)


def test_it_works_from_the_disk(reader: Open) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1]
    panel = beside(window.open(f"zh_CN/{PAGES[ROBIN]}.html"), ROBIN)
    panel.focus()
    window.page.keyboard.press("End")
    assert panel.locator(".outs li").all_inner_texts() == ["Bob 1> ^D", "Eve 1> ^D"]
    last = step_of(panel)
    window.page.wait_for_url(f"file:**/zh_CN/**.html#run-turns-round-robin.{last + 1}")
    window.page.reload()
    expect(panel).to_have_attribute("data-step", str(last))


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
    assert not figure(page, ROBIN).locator(".moment, button").filter(visible=True).count()


def moved(reader: Open, width: int, spoilt: str) -> bool:
    """Does anything move when a panel comes, or the button before it? `spoilt` is to be gone from the style sheet."""
    window = reader(width=width, alone=True)
    page, held = window.page, list[Route]()
    page.route("**/_runs/*", lambda route: held.append(route))
    style = (HTML / "en/_static/figures.css").read_text("utf-8").replace(spoilt, "")
    page.route("**/figures.css*", lambda route: route.fulfill(body=style, content_type="text/css"))
    window.open(f"en/{PAGES[ROBIN]}.html")
    found = figure(page, ROBIN)
    found.evaluate("figure => figure.scrollIntoView()")
    places = "parts => parts.map((part) => { const { x, y } = part.getBoundingClientRect(); return [x, y + scrollY]; })"
    found.locator(".answer").wait_for()
    parts = page.locator("article :is(h2, p, figure, figcaption, svg):not(.moment *)")
    waiting = parts.evaluate_all(places)
    assert found.locator(".moment").count() == 0
    for route in held:
        route.continue_()
    page.unroute_all()
    found.locator(".moment").wait_for()
    come = parts.evaluate_all(places)
    found.locator(".question").evaluate("(question) => { question.className = 'question'; }")
    found.locator(".answer").evaluate("(button) => button.remove()")
    return bool(waiting != come or parts.evaluate_all(places) != come)


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_a_panel_comes(reader: Open, width: int) -> None:
    assert not moved(reader, width, spoilt="")


@pytest.mark.parametrize(("width", "spoilt"), [
    (1280, "min-height: var(--panel)"), (390, "padding-bottom: calc(var(--panel) + .5rem)"), (390, 'content: "";'),
])
def test_what_moves_is_seen(reader: Open, width: int, spoilt: str) -> None:
    assert moved(reader, width, spoilt)


def test_the_script_is_only_where_it_is_needed() -> None:
    with_script = {name for name, page in pages("en").items() if "panel.js" in page.text}
    assert with_script == {name for name, page in pages("en").items() if page.css("figure.run")}
    assert set(PAGES.values()) <= with_script
