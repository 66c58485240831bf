"""What a reader does, in a real browser, under a content policy that refuses what is inline."""
from __future__ import annotations

import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import expect

from press.language import LANGUAGES as KNOWN
from tests.support.site.browser import CHROMIUM, MISSING, Open, serve
from tests.support.site.pages import HTML, LANGUAGES
from tests.support.site.published import blocks

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTER = "loop/taking-turns"
SEEN = "new Promise((seen) => new IntersectionObserver(seen).observe(document.querySelector('svg')))"
"""Wait until a drawing could be seen."""


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_listing_is_copied_whole_and_a_session_without_prompts(reader: Open, language: str) -> None:
    window = reader(permissions=["clipboard-read", "clipboard-write"]).open(f"{language}/{CHAPTER}.html")
    window.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    for kind, number in (("module", 2), ("session", 2)):
        button = window.locator(f".{kind} button[data-done]").nth(number)
        label = button.inner_text()
        button.click()
        expect(button).to_have_text(str(button.get_attribute("data-done")))
        assert (label != "Copy") == (language != "en")
        copied = window.evaluate("navigator.clipboard.readText()")
        shown = [block.text for block in blocks(language) if (block.page, block.kind) == (CHAPTER, kind)][number]
        lines = [line for line in shown.splitlines(True) if kind == "module" or line.startswith((">>>", "..."))]
        assert copied == "".join(line if kind == "module" else line[4:] or "\n" for line in lines)


def test_it_is_dark_where_the_reader_sits_in_the_dark(reader: Open) -> None:
    window = reader()
    for language in LANGUAGES:
        page = window.open(f"{language}/index.html")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 200) == (scheme == "dark"), language


def test_the_pages_work_from_the_disk(reader: Open) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1]
    page = window.open("pl/index.html")
    page.click("nav.languages a[hreflang=en]")
    page.wait_for_url("**/en/index.html")
    assert page.locator("h1").inner_text().startswith("Ghetto asyncio")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))")
    assert page.evaluate("window.ran") is None
    assert "violates the following Content Security Policy" in window.problems.pop(), "a page brings its own policy"


@pytest.mark.parametrize(("locale", "first"), [("pl-PL", "pl"), ("zh-TW", "zh-CN"), ("ru", "ru"), ("fr-FR", "en")])
def test_the_start_page_offers_the_language_of_the_reader(reader: Open, locale: str, first: str) -> None:
    page = reader(locale=locale).open("")
    assert page.locator("main a").first.get_attribute("lang") == first
    assert page.locator("figure:visible").get_attribute("lang") == first
    assert page.locator(".offer:visible").get_attribute("lang") == first
    page.locator("main a").first.click()
    page.wait_for_url(f"**/{first.replace('-', '_')}/index.html")
    assert page.evaluate("document.documentElement.lang") == first


def test_the_figure_of_the_start_page_moves_once(reader: Open) -> None:
    window = reader(alone=True)
    page = window.page
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # or it would go on with ours
    window.open("")
    veil, button = page.locator(".veil"), page.locator("button:visible")
    page.evaluate(SEEN)
    expect(button).to_have_text("Play")
    page.clock.run_for(2900)
    expect(veil).to_have_count(0)
    page.clock.run_for(100)
    expect(veil).to_have_count(1)
    expect(button).to_have_text("Stop")
    left = []
    for _ in range(9):
        page.clock.run_for(400)
        left.append(float(veil.get_attribute("height") or 0))
    assert left == sorted(left, reverse=True) and left[0] > left[-1] > 0
    page.clock.run_for(10_000)
    expect(veil).to_have_count(0)
    for touched, shown, word in ((button, 1, "Stop"), (page.locator(".drawing:visible"), 0, "Play")):
        touched.click()
        expect(button).to_have_text(word)
        expect(veil).to_have_count(shown)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.evaluate(SEEN)
    page.clock.run_for(4000)
    expect(button).to_have_text("Play")
    expect(veil).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (1920, 1080)])
def test_the_first_screen_says_what_it_is_and_moves(reader: Open, width: int, height: int) -> None:
    window = reader(width, height, alone=True)
    page = window.page
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # or it would go on with ours
    window.open(f"{LANGUAGES[0]}/index.html")
    button, count = page.locator(".play"), page.locator(".moment .count")
    expect(button).to_be_visible()
    links = page.locator(".pitch a")
    assert links.count() == 2
    seen = map(page.locator, ("h1", ".pitch strong", ".front .head", ".moment input"))
    for part in (*seen, links.last):
        box = part.first.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height, part
    word, first = button.inner_text(), count.inner_text()
    page.clock.run_for(3000)
    assert button.inner_text() != word
    page.clock.run_for(2000)
    assert count.inner_text() != first
    page.clock.run_for(20_000)
    assert button.inner_text() == word
    for _ in range(2):
        button.click()
    last = count.inner_text()
    page.clock.run_for(2000)
    assert (button.inner_text(), count.inner_text()) == (word, last), "whoever stops it has stopped it"


@pytest.mark.parametrize("prefix", ["", "/", "/else/where/"])
def test_a_lost_link_is_answered_at_any_depth_below_any_address(reader: Open, prefix: str) -> None:
    """Where BOOK_URL says that the books are (""), and where it does not know of."""
    window, code = reader(locale="en-GB"), LANGUAGES[-1]
    with serve(HTML, prefix) if prefix else nullcontext(window.address) as address:
        page = window.page
        page.goto(f"{address}{code}/turns/deeper/nothing.html")
        item = page.locator("main li").first
        expect(item).to_have_class("yours")
        expect(item.locator("a")).to_have_css("border-top-width", "2px")
        assert item.locator("a").get_attribute("lang") == KNOWN[code].tag
        item.locator("a").click()
        page.wait_for_url(f"{address}{code}/index.html")
        page.goto("about:blank")  # or it would still ask a server that is gone
    # what is told of an address that it has been tried in vain
    window.problems = [problem for problem in window.problems if not re.search("404|MIME type", problem)]


@pytest.mark.parametrize(("bypass_csp", "told"), [(False, "violates"), (True, "ERR_NAME_NOT_RESOLVED")])
def test_a_request_to_another_host_is_a_problem(reader: Open, bypass_csp: bool, told: str) -> None:
    """The policy of the site refuses it; where a test does without one, there is no other host."""
    window = reader(alone=True, bypass_csp=bypass_csp)
    with window.open("en/sources.html").expect_console_message():
        window.page.evaluate("() => { new Image().src = 'https://192.0.2.1/x.png'; }")
    assert told in "".join(window.problems)
    window.problems.clear()
