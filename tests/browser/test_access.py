"""Figures and their panels for everybody: telephones, dark rooms, screen readers, paper, no script, no network."""
from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Error, Route, expect

from tests.support.site import axe
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.drawings import laid_out, no_wider
from tests.support.site.pages import HTML, LANGUAGES, pages
from tests.support.site.steppers import PAGES, ROBIN, beside, figure, opened, step_of
from whoruns.tests.complaints import none

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

TELEPHONE = 390
ALIKE = ".sidebar-drawer, .toc-drawer, article pre > *"
"""What makes no page wider in one language and not in another: code scrolls in its frame, and drawers lie over all."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_and_can_be_read(reader: Open, language: str) -> None:
    """Each page in each language is laid out; in one of them whole, and also on a screen, in the light and in the dark.

    With scripts it is done in test_at_one_glance.py, with figures that have a panel beside them.
    """
    window = reader()
    book = [f"{window.address}{language}/{chapter}.html" for chapter in pages(language)]
    part = book[(1 - LANGUAGES.index(language)) % len(LANGUAGES) :: len(LANGUAGES)]
    page = window.open(f"{language}/{PAGES['turns.threads']}.html")  # which has every style sheet
    rest = [path for path in book if path not in part]
    for width, least, paths in ((1280, 12, part), (TELEPHONE, 11, part), (TELEPHONE, 11, rest)):
        page.set_viewport_size({"width": width, "height": 900})
        found = laid_out(page, least, paths, width == 1280, ALIKE if paths is rest else "")
        none(
            f"{path} in a window of {width}: {said}" for path, (wide, *problems) in found.items()
            for said in [*problems, *[f"it is {wide} wide"] * (wide > width)]
        )


def test_what_does_not_fit_is_found(reader: Open) -> None:
    window = reader(TELEPHONE)
    page, path = window.open(f"en/{PAGES[ROBIN]}.html"), f"{window.address}en/index.html"

    def laid(html: str, without: str = "") -> list[Any]:
        """Lay out another page in the place of the start page."""
        page.unroute_all()
        page.route(path, lambda route: route.fulfill(body=html, content_type="text/html"))
        return laid_out(page, 11, [path], without=without)[path]

    assert laid("<p>Ann</p>") == [TELEPHONE]
    for without in ("", ALIKE):
        assert laid(f"<p>{'Ann' * 99}</p>", without)[0] > TELEPHONE
    assert laid('<figure id="a"><div class="drawing"><svg viewBox="0 0 9 9"><text>Bob')[1] == "a: Bob is cut"
    with pytest.raises(Error, match=r"index\.html: new\.css is missing"):
        laid('<link rel="stylesheet" href="../_static/new.css">')
    window.problems.clear()
    page.unroute_all()
    window.open("en/index.html")
    assert no_wider(page, TELEPHONE)
    page.evaluate("document.querySelector('article h1').style.width = '400px'")
    assert not no_wider(page, TELEPHONE)


@pytest.mark.parametrize(("name", "scheme", "language", "width", "large"), [
    ("callbacks.talk", "light", "ru", 390, False), ("composition.round_robin", "dark", "en", 1280, False),
    ("mainloop.simple", "light", "zh_CN", 1280, True), ("tasks.breakfast", "dark", "pl", 390, True),
])
def test_axe_finds_nothing(reader: Open, name: str, scheme: str, language: str, width: int, large: bool) -> None:
    """Go to a figure and on a while, and ask axe about the whole page with all its folds, or what is enlarged."""
    window = reader(width, color_scheme=scheme, bypass_csp=True)  # axe is put into the page
    page = window.open(f"{language}/{PAGES[name]}.html")
    panel = beside(page, name)
    if large:
        panel.locator(".large").click()
    panel.locator("input").fill("4")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true;")
    axe.none(page, "dialog" if large else None)


def test_axe_finds_nothing_around_the_pages(reader: Open) -> None:
    window = reader(390, color_scheme="dark", bypass_csp=True)
    page = window.open("")
    axe.none(page)
    page.evaluate("document.querySelector('b').style.color = '#666'")
    with pytest.raises(AssertionError, match="color-contrast"):
        axe.none(page, "main a")
    window.open("zh_CN/glossary.html")
    page.locator(".toc-header-icon").click()
    axe.none(page, ".toc-drawer")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.locator("dialog input").fill("poll")
    expect(page.locator(".book-search mark").last).to_be_visible()
    axe.none(page, "dialog")


def test_letters_may_be_twice_as_large(reader: Open) -> None:
    page = reader(390).open("ru/appendix/closed-sockets.html")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert no_wider(page, 390)
    page.evaluate("for (const text of document.querySelectorAll('.caption-text')) text.style.overflowWrap = 'normal'")
    assert not no_wider(page, 390)


def test_the_line_is_marked_also_where_colours_are_the_readers_own(reader: Open) -> None:
    panel = opened(reader, ROBIN)
    panel.page.emulate_media(forced_colors="active")
    ground = "lines => lines.map((line) => getComputedStyle(line).backgroundColor)"
    grounds = panel.locator(".line").evaluate_all(ground)
    assert sorted(map(grounds.count, grounds))[0] == 1 < len(grounds), grounds


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


def test_all_is_there_without_javascript(reader: Open) -> None:
    page = reader(java_script_enabled=False).open(f"ru/{PAGES[ROBIN]}.html")
    found = figure(page, ROBIN)
    assert found.locator(".drawing svg").is_visible()
    assert found.locator("button").count() == 0
    found.locator("summary").click()
    assert found.locator("table").is_visible()
    assert page.locator("svg.interleavings").is_visible() and page.locator(".module pre").first.is_visible()
    assert page.locator("button[data-done]").count() == 0
    solution = page.locator("details", has=page.locator("[data-listing='turns.solutions.weights']"))
    assert not solution.locator("pre").first.is_visible()
    solution.locator("> summary").click()
    assert solution.locator("pre").first.is_visible()


SHORT = "callbacks.ready_queue"
"""Its drawing is lower than a panel."""


def moved(reader: Open, width: int, spoilt: str) -> bool:
    """Does anything move when a panel comes, or the button before it? `spoilt` is to be gone from the style sheet."""
    window = reader(width=width)
    page, held = window.page, list[Route]()
    page.route("**/_runs/*", lambda route: held.append(route))
    style = (HTML / "en/_static/figures.css").read_text("utf-8").replace(spoilt, "")
    page.route("**/figures.css*", lambda route: route.fulfill(body=style, content_type="text/css"))
    window.open(f"en/{PAGES[SHORT]}.html")
    found = figure(page, SHORT)
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


def test_what_moves_is_seen(reader: Open) -> None:
    assert moved(reader, 390, 'content: "";')


def test_the_script_is_only_where_it_is_needed() -> None:
    with_script = {name for name, page in pages("en").items() if "panel.js" in page.text}
    assert with_script == {name for name, page in pages("en").items() if page.css("figure.run, .bench")}
    assert set(PAGES.values()) <= with_script
