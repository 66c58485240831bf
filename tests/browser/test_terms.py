"""What a term means is shown beside a link to it: to a mouse, a key, a finger, over http and from disk."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from press.reader.terms import meanings
from tests.support.site import axe
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.clock import GOES_BY, STANDS_STILL
from tests.support.site.pages import HTML, LANGUAGES

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTER = "callbacks/tasks"
TERMS = "article a[href*='glossary.html#term-']:not(.term a)"
OUTSIDE = """links => links.filter((link) => {
  bookTerm(link, "click");
  const [box, ...lines] = [document.getElementById("term"), ...link.getClientRects()];
  const { left, right, top, bottom, width } = box.getBoundingClientRect();
  const near = lines.some((line) => [top - line.bottom, line.top - bottom].some((gap) => gap > 0 && gap < 9));
  const covers = lines.some((line) => line.top < bottom && line.bottom > top);
  return covers || !near || !width || left < 0 || right > innerWidth || top + scrollY < 0;
}).length"""
"""How many terms have their box beyond the edges of the window, over themselves, or far away."""

BESIDE = """() => {
  const { top, bottom } = document.getElementById("term").getBoundingClientRect();
  const lines = [...document.querySelector("[aria-describedby=term]").getClientRects()];
  return lines.some((line) => Math.min(Math.abs(top - line.bottom), Math.abs(line.top - bottom)) < 9);
}"""


def met(page: Page, term: str) -> Locator:
    """Return the link to a term, in the middle of the window."""
    link = page.locator(f"{TERMS}[href$='#term-{term}']").first
    link.evaluate("link => link.scrollIntoView({ block: 'center' })")
    return link


@pytest.mark.parametrize("from_disk", [False, True])
def test_a_key_and_a_mouse_show_it(reader: Open, from_disk: bool) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1] if from_disk else window.address
    page = window.open(f"pl/{CHAPTER}.html")
    box, link = page.locator("#term"), met(page, "done-callback")
    before = "link => { link.before(document.createElement('button')); link.previousSibling.focus(); }"
    link.evaluate(before)
    page.keyboard.press("Tab")
    expect(box).to_be_visible()
    expect(link).to_be_focused()
    expect(link).to_have_attribute("aria-describedby", "term")
    expect(box.locator(".name")).to_contain_text("done callback")
    assert box.locator(".more").count() == 0, "the link itself leads to the glossary"
    page.keyboard.press("Tab")
    expect(box.locator("a").first).to_be_focused()
    assert box.locator("a").first.evaluate("link => link.href") == f"{window.address}pl/glossary.html#term-callback"
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    expect(box).to_have_count(0)
    expect(link).not_to_have_attribute("aria-describedby", "term")

    page.evaluate(STANDS_STILL)
    link = met(page, "coroutine")
    link.hover()
    page.mouse.move(0, 0)
    page.evaluate(GOES_BY)
    assert not box.count(), "who only passes sees nothing"
    link.hover()
    page.wait_for_function("() => pending.length")
    page.evaluate(GOES_BY)
    expect(box.locator(".english")).to_have_text("coroutine")
    expect(box.locator("code")).to_have_text("async def")
    box.hover()
    page.evaluate(GOES_BY)
    expect(box).to_be_visible()
    page.mouse.move(0, 0)
    page.evaluate(GOES_BY)
    expect(box).to_have_count(0)
    link.click()
    page.wait_for_url("**/pl/glossary.html#term-coroutine")


def test_the_first_tap_shows_it_and_the_second_leads_on(reader: Open) -> None:
    window = reader(width=320, height=640, has_touch=True, bypass_csp=True)  # axe is put into the page
    page = window.open(f"ru/{CHAPTER}.html")
    box, link = page.locator("#term"), met(page, "future")
    link.tap()
    expect(box).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 640, "height": 320})  # the telephone is turned
    page.wait_for_function(BESIDE)
    page.set_viewport_size({"width": 320, "height": 640})
    page.wait_for_function(BESIDE)
    axe.none(page, "#term")
    page.locator("h2").first.tap(position={"x": 2, "y": 2})  # no link, wherever it is
    expect(box).to_have_count(0)
    for follow in (link, box.locator(".more")):
        met(page, "future").tap()
        follow.tap()
        page.wait_for_url("**/ru/glossary.html#term-future")
        page.go_back()


def test_it_stays_in_the_window(reader: Open) -> None:
    page = reader(width=320).open(f"ru/{CHAPTER}.html")
    links = page.locator(TERMS)
    links.first.focus()
    page.wait_for_function("() => window.bookTerm")
    assert links.evaluate_all(OUTSIDE) == 0
    page.evaluate("document.adoptedStyleSheets = []")
    assert links.evaluate_all(OUTSIDE) > 0


def test_where_it_cannot_be_loaded_a_tap_follows_the_link(reader: Open) -> None:
    window = reader(width=390, has_touch=True, bypass_csp=True)
    window.page.route("**/terms.js", lambda route: route.fulfill(body=""))
    page = window.open(f"en/{CHAPTER}.html")
    met(page, "task").tap()
    page.wait_for_url("**/en/glossary.html#term-task")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_has_a_meaning(language: str) -> None:
    text = (HTML / language / "glossary.html").read_text("utf-8")
    found = meanings(text)
    assert list(found) == re.findall('<dt id="(term-[^"]+)"', text)
    assert all(map(all, found.values()))


def test_terms_are_taken_from_the_glossary() -> None:
    sign = '<a class="headerlink" href="#term-x" title="Link">¶</a></dt>'
    html = f"""<dl class="simple glossary">
<dt id="term-a">kwant <span class="english" lang="en">quantum</span>{sign}<dd><p>Por. <a href="#term-b">b</a>.</p>
</dd>
<dt id="term-b">b{sign}<dt id="term-c">c{sign}<dd><p>Oba</p></dd>
<dt id="other">d{sign}<dd><p>e</p></dd></dl>"""
    assert meanings(html) == {
        "term-a": ('kwant <span class="english" lang="en">quantum</span>', '<p>Por. <a href="#term-b">b</a>.</p>'),
        "term-b": ("b", "<p>Oba</p>"), "term-c": ("c", "<p>Oba</p>"),
    }
