"""Finding one's way: the contents of a page, drawers, jumps, the language, with mouse, finger and keyboard."""
from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.site import axe
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import HTML

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTER = "loop/who-is-ready"
MIDDLE = "scrollTo(0, document.getElementById('who-keeps-the-list').offsetTop + 200)"
SHOWN = """links => links.filter((link) => {
  const box = link.getBoundingClientRect();
  return link.checkVisibility({ visibilityProperty: true }) && box.left >= 0 && box.right <= innerWidth;
}).length"""
INERT = "document.querySelector('.content').inert"
REPORT = """() => {
  const link = document.querySelector(".report") ?? document.body.appendChild(document.createElement("a"));
  if (!link.matches(".report")) Object.assign(link, { className: "report", href: "https://a.b/?c=d" });
  link.onclick = (event) => event.preventDefault();
  link.click();
  return link.href.split("%23").slice(1);
}"""
"""Click the link that begins a report, which is there only if a repository is."""
FOCUSED = "document.activeElement.id || document.activeElement.className"


def arrived(page: Page, anchor: str) -> bool:
    """Is the section at the top of the window, now and not after a while of scrolling?"""
    return bool(page.evaluate("id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 150", anchor))


@pytest.mark.parametrize("width", [1500, 1280, 1010])
def test_the_contents_of_a_page_are_in_reach_everywhere(reader: Open, width: int) -> None:
    window = reader(width=width)
    page = window.open(f"en/{CHAPTER}.html")
    page.evaluate(MIDDLE)
    links = page.locator(".toc-tree a")
    assert links.evaluate_all(SHOWN) == links.count() > 10
    here = page.locator(".toc-tree [aria-current]")
    expect(here).to_have_attribute("href", "#who-keeps-the-list")
    expect(here).to_be_in_viewport()
    links.nth(2).click()
    assert arrived(page, "waiting-for-any-of-them")
    links.first.click()
    assert page.evaluate("scrollY") == 0, "the title leads to the top"
    assert not any(box.is_visible() for box in page.locator(".sidebar-toggle").all())
    window.open("en/yours/nobody-goes-on.html")
    chapter = page.locator(".sidebar-tree .current-page")
    expect(chapter).to_be_in_viewport()
    page.locator(".sidebar-scroll").evaluate("list => { list.scrollTop = 0; }")
    expect(chapter).not_to_be_in_viewport()


LONGEST = """paragraphs => Math.max(...paragraphs.map((paragraph) => {
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12)));
  return paragraph.textContent.length / lines.size;
}))"""
"""Letters of a line, as the paragraph has them that fills its lines best."""


def test_lines_are_read_at_a_glance_and_each_listing_can_be_linked_to(reader: Open) -> None:
    page = reader().open(f"en/{CHAPTER}.html")
    assert 60 < page.locator("section > p").evaluate_all(LONGEST) <= 75
    sign = page.locator(".module .headerlink, .code-block-caption .headerlink").first
    sign.focus()
    expect(sign).to_be_focused()
    expect(sign).to_have_css("opacity", "1")


def covered(page: Page) -> int:
    """Go back from link to link; return how many of them lie below the header when they have the focus."""
    page.locator("article section:last-of-type a:not(.headerlink)").last.focus()
    places = []
    for _ in range(25):
        page.keyboard.press("Shift+Tab")
        places.append(page.evaluate("document.activeElement.getBoundingClientRect().top"))
    header = page.evaluate("document.querySelector('.mobile-header').offsetHeight")
    return sum(top < header - 1 for top in places)


def test_drawers_can_be_opened_by_keyboard_and_hold_no_focus_when_closed(reader: Open) -> None:
    page = reader(width=900, reduced_motion="reduce").open(f"pl/{CHAPTER}.html")
    links = page.locator(":is(.sidebar-drawer, .toc-drawer) a")
    assert links.evaluate_all(SHOWN) == 0
    page.evaluate(MIDDLE)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED).startswith("skip-to-content")
    for name, drawer in (("__navigation", ".sidebar-drawer"), ("__toc", ".toc-drawer")):
        while page.evaluate(FOCUSED) != name:
            page.keyboard.press("Tab")
            assert page.locator("header :focus").count()
        page.keyboard.press("Space")
        assert page.locator(f"{drawer} :focus").count() == 1, "the focus goes into the drawer"
        assert page.evaluate(INERT), "what is behind is out of reach"
        expect(page.locator(f"{drawer} a").first).to_be_in_viewport()
        page.keyboard.press("Escape")
        assert page.evaluate(FOCUSED) == name
        assert links.evaluate_all(SHOWN) == 0
        assert not page.evaluate(INERT)
    page.keyboard.press("Space")
    page.set_viewport_size({"width": 1300, "height": 900})
    page.wait_for_function(f"() => !{INERT}")
    page.set_viewport_size({"width": 900, "height": 900})
    page.locator("#__toc").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert arrived(page, "asking-everybody")
    assert links.evaluate_all(SHOWN) == 0, "the drawer closes when a section has been chosen"
    assert covered(page) == 0
    page.evaluate("document.documentElement.style.scrollPaddingTop = 0")
    assert covered(page) > 0


def test_a_finger_finds_the_icons_and_the_section(reader: Open) -> None:
    window = reader(width=390, has_touch=True, bypass_csp=True)
    page = window.open(f"ru/{CHAPTER}.html")
    boxes = [each.bounding_box() for each in page.locator(".mobile-header :is(label, button)").all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    page.locator(".toc-header-icon").tap()
    page.locator(".toc-tree a[href='#who-keeps-the-list']").tap()
    assert arrived(page, "who-keeps-the-list")
    expect(page.locator(".toc-drawer")).not_to_be_in_viewport()
    page.locator(".nav-overlay-icon").tap()
    window.open("ru/search.html?q=poll")
    expect(page.locator(".book-search mark").last).to_be_visible()
    axe.none(page)


def test_nothing_moves_by_itself(reader: Open) -> None:
    for motion in ("reduce", "no-preference"):
        page = reader(reduced_motion=motion).open(f"zh_CN/{CHAPTER}.html#who-keeps-the-list")
        assert arrived(page, "who-keeps-the-list")
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
        moving = page.evaluate("getComputedStyle(document.querySelector('.toc-overlay')).transitionProperty")
        assert (moving == "none") == (motion == "reduce")


@pytest.mark.parametrize("from_disk", [False, True])
def test_changing_the_language_keeps_the_place(reader: Open, from_disk: bool) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1] if from_disk else window.address
    page = window.open(f"en/{CHAPTER}.html")
    page.click("nav.languages a[hreflang=pl]")
    page.wait_for_url(f"**/pl/{CHAPTER}.html")
    page.evaluate(MIDDLE)
    page.click("nav.languages a[hreflang=ru]")
    page.wait_for_url(f"**/ru/{CHAPTER}.html#*")
    assert page.evaluate("document.querySelector(location.hash).closest('#who-keeps-the-list') !== null")
    assert [page.evaluate(REPORT) for _ in range(2)] == [[page.evaluate("place()")]] * 2
    here = page.evaluate("location.hash")
    page.click("nav.languages a[hreflang=en]")
    page.wait_for_url(f"**/en/{CHAPTER}.html{here}")
    expect(page.locator(here)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.lang") == "en"
    window.open(f"ru/{CHAPTER}.html#what-no-page-has.37")
    page.click("nav.languages a[hreflang=zh-CN]")
    page.wait_for_url(f"**/zh_CN/{CHAPTER}.html#what-no-page-has.37")
    window.open("ru/search.html?q=poll")
    expect(page.locator(".book-search")).to_be_visible()
    page.keyboard.press("Escape")
    page.click("nav.languages a[hreflang=pl]")
    page.wait_for_url("**/pl/search.html?q=poll")


def test_light_and_dark(reader: Open) -> None:
    page = reader(color_scheme="dark").open("en/preface.html")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark, seen = page.evaluate(ground), []
    for _ in range(3):
        page.locator(".theme-toggle:visible").click()
        seen.append((page.evaluate("document.body.dataset.theme"), page.evaluate(ground) == dark))
    assert seen == [("light", False), ("dark", True), ("auto", True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("yours/a-thread-beside-the-loop.html#a-bell", "yours/a-thread-beside-the-loop.html#the-bell-again"),
        ("yours/fastapi-on-your-loop.html#ten-methods", "yours/a-loop-that-fastapi-takes.html#ten-methods"),
    ],
)
def test_an_old_address_leads_on(reader: Open, old: str, new: str) -> None:
    page = reader().open(f"en/{old}")
    page.wait_for_url(f"**/en/{new}")
    assert "#" not in new or arrived(page, new.partition("#")[2])


def test_an_old_address_says_so_without_a_script(reader: Open) -> None:
    page = reader(java_script_enabled=False).open("en/yours/fastapi-on-your-loop.html#a-door")
    link = page.locator("a.moved:visible")
    expect(link).to_have_attribute("href", "a-loop-that-fastapi-takes.html#a-door")
    expect(link).to_be_in_viewport()
