"""Blocks of code and wide tables: reached, copied, cut short, printed."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.site.browser import CHROMIUM, MISSING, Open

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTER = "loop/who-is-ready"
STOPS = """frames => frames.map((frame) => [frame.tabIndex === 0,
  frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight])"""
LINES = """(pre) => [...pre.querySelectorAll("i, b")].flatMap((each) => Array(each.matches("b") ? 10 : 1).fill(each))"""
SEEN = """(each) => each.checkVisibility({ visibilityProperty: true })"""
HERE = f"""() => [...document.querySelectorAll(".here")].map((each) =>
  ({SEEN})(each) && Math.abs(2 * each.getBoundingClientRect().top - innerHeight) < innerHeight
    && ({LINES})(each.closest("pre")).indexOf(each) + 1)"""
"""The numbers of the lines that are marked, if they are in view."""
COUNTED = f"""pre => ({LINES})(pre).flatMap((each, index) => ({SEEN})(each) ? [`${{index + 1}}`] : [])"""
"""The numbers that lines of a block should show."""
ALOUD = """() => [...document.styleSheets].find((sheet) => sheet.href.includes("book.css"))
  .insertRule(".module i::before { content: counter(line) !important; }")"""
WRAPPED = """bars => bars.filter((bar) => {
  const tops = [...bar.children].map((part) => part.matches(".more") ? part.firstElementChild : part)
    .filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect())
    .map((box) => box.top + box.height / 2);
  return Math.max(...tops) - Math.min(...tops) > 2;
}).map((bar) => bar.textContent)"""
"""The bars whose parts don't stand in one line."""
DOTS = """parts => parts.filter((part) => getComputedStyle(part, "::after").content.includes("⋯")).length"""


def test_only_what_scrolls_is_a_stop_of_the_keyboard(reader: Open) -> None:
    window = reader(width=1280)
    page = window.open(f"ru/{CHAPTER}.html")
    counts = []
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(100)  # the observer is told after the layout
        stops = page.locator("article :is(pre, .table-wrapper, .drawing):visible").evaluate_all(STOPS)
        assert all(stop == scrolls for stop, scrolls in stops)
        counts.append(sum(stop for stop, _ in stops))
    assert counts[0] < 5 < counts[1] < counts[2]
    page.set_viewport_size({"width": 390, "height": 900})
    pre = page.locator("article .listing pre").first
    room = pre.evaluate("pre => pre.clientWidth - 2 * parseFloat(getComputedStyle(pre).paddingLeft)")
    column = pre.evaluate(
        """pre => {
          const line = pre.appendChild(document.createElement("span"));
          line.textContent = "x".repeat(100);
          return line.getBoundingClientRect().width / 100;
        }"""
    )
    assert room / column >= 49
    grounds = pre.evaluate("pre => getComputedStyle(pre).backgroundAttachment")
    assert "local" in grounds and "scroll" in grounds, "a shadow shows that the line goes on"


def test_what_is_shown_is_what_is_copied(reader: Open) -> None:
    window = reader(permissions=["clipboard-read", "clipboard-write"]).open("en/callbacks/time.html")
    listing = window.locator(".module[data-listing='clocks.loop']")
    parts = listing.locator("pre > *")
    assert parts.evaluate_all(DOTS) == 0
    listing.locator(".more > summary").press("Enter")
    listing.locator("input.only-new").focus()
    window.keyboard.press("Space")
    visible = "parts => parts.filter((part) => part.matches('.old') && part.offsetHeight).length"
    assert parts.evaluate_all(visible) == 0 < listing.locator(".old").count()
    new = [line.text_content() or "" for line in listing.locator(".new, .imports").all()]
    groups = listing.locator(".new:has(+ .old)").count()
    assert parts.evaluate_all(DOTS) == groups > 1
    listing.locator("button[data-done]").click()
    assert window.evaluate("navigator.clipboard.readText()") == "".join(new)
    window.emulate_media(media="print")
    marked = "getComputedStyle(document.querySelector('.new'), '::before').backgroundColor"
    assert window.evaluate(marked) == "rgba(0, 0, 0, 0)", "a pale ground would be printed white, over the text"


def test_the_bar_above_code_is_one_line_and_the_rest_is_behind_its_dots(reader: Open) -> None:
    page = reader().open("ru/callbacks/time.html")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        bars = page.locator("article .code-bar:visible")
        assert bars.count() > 9 and bars.evaluate_all(WRAPPED) == []
    listing = page.locator(".module[data-listing='clocks.loop']")
    box, dots = listing.locator("input.only-new"), listing.locator(".more > summary")
    for seen in (False, True, False):
        assert box.is_visible() == seen
        dots.press("Enter")


def test_what_an_address_leads_to_has_a_bar_at_its_side(reader: Open) -> None:
    page = reader().open(f"en/{CHAPTER}.html")
    for place, part in (("asking-everybody", " > h2"), ("readiness-serve", ""), ("run-readiness-serve", "")):
        page.evaluate("place => { location.hash = place; }", place)
        expect(page.locator(f"#{place}{part}")).to_have_css("box-shadow", re.compile("px"))
        expect(page.locator(f"#{place}{part}")).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_lines_are_counted_and_nobody_hears_it(reader: Open) -> None:
    page = reader().open(f"en/{CHAPTER}.html")
    browser = page.context.new_cdp_session(page)
    top = browser.send("DOM.getDocument")["root"]["nodeId"]

    def heard(block: str) -> list[str]:
        """Return the numbers that stand alone in what a screen reader knows of a block."""
        node = browser.send("DOM.querySelector", {"nodeId": top, "selector": block})["nodeId"]
        texts = browser.send("Accessibility.queryAXTree", {"nodeId": node, "role": "StaticText"})["nodes"]
        return [text["name"]["value"] for text in texts if text["name"]["value"].isdigit()]

    blocks = [f".module{kind}[data-listing='readiness.serve'] pre" for kind in ("", ".piece")]
    assert [heard(block) for block in blocks] == [[], []]
    page.evaluate(ALOUD)
    for medium in ("screen", "print"):
        page.emulate_media(media=medium)
        counted = [page.locator(block).first.evaluate(COUNTED) for block in blocks]
        assert [heard(block) for block in blocks] == counted
        assert counted[0][0] == "10" and len(counted[0]) == 24 and counted[1][0] == "36"


def test_a_line_has_an_address(reader: Open) -> None:
    page = reader().open(f"en/{CHAPTER}.html#readiness.serve.3")
    page.wait_for_function(f"() => ({HERE})()[0] === 3")
    for hash, lines in (
        ("readiness.small.2", "[2]"), ("readiness.solutions.whose.5", "[5]"), ("readiness.serve.36-38", "[36,37,38]"),
    ):
        page.evaluate("hash => { location.hash = hash; }", hash)
        page.wait_for_function(f"() => JSON.stringify(({HERE})()) === '{lines}'")
    end = page.locator(".here").last.bounding_box()
    assert end
    page.mouse.click(end["x"] - 15, end["y"] + 8)
    assert page.evaluate(HERE) == [38] and page.url.endswith("#readiness.serve.38")
    page.keyboard.down("Shift")
    page.mouse.click(end["x"] - 15, end["y"] - 2 * 21 + 8)
    page.keyboard.up("Shift")
    assert page.evaluate(HERE) == [36, 37, 38] and page.url.endswith("#readiness.serve.36-38")


def test_a_link_to_a_heading_is_reached_by_keyboard(reader: Open) -> None:
    link = reader().open(f"en/{CHAPTER}.html").locator("#asking-everybody h2 .headerlink")
    assert link.evaluate("link => getComputedStyle(link).opacity") == "0"
    link.focus()
    link.page.keyboard.press("Shift+Tab")
    link.page.keyboard.press("Tab")
    assert link.evaluate("link => [document.activeElement === link, getComputedStyle(link).opacity]") == [True, "1"]


def test_imports_fold_and_are_copied(reader: Open) -> None:
    page = reader(permissions=["clipboard-read", "clipboard-write"]).open("en/callbacks/time.html")
    for listing in (page.locator(".module[data-listing='clocks.loop']"), page.locator(".code.doctest:visible").first):
        fold = listing.locator("span.imports").first
        assert not fold.is_visible()
        listing.locator("button[data-done]").click()
        copied = page.evaluate("navigator.clipboard.readText()")
        whole = (fold.text_content() or "").replace(">>> ", "")
        assert "import" in whole and whole in copied
        assert not fold.is_visible(), "copying shows nothing"
        listing.locator(".more > summary").press("Enter")
        listing.locator("input.imports").focus()
        page.keyboard.press("Space")
        assert fold.is_visible()
        page.keyboard.press("Space")
        page.emulate_media(media="print")
        assert fold.is_visible()
        page.emulate_media(media="screen")
