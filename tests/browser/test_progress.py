"""How far one has come: noted as one reads, shown in the navigation and on the start pages, forgotten by a click."""
from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.site.browser import CHROMIUM, MISSING, Open, Reader
from tests.support.site.clock import GOES_BY, STANDS_STILL
from tests.support.site.pages import HTML

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTER, NEXT = "loop/who-is-ready", "loop/what-gets-lost"
KEPT = "Object.fromEntries(Object.entries(localStorage))"
GO_ON = ".go-on a"
BELOW = """() => {
  const [books, forget] = ["ul", ".go-on button"].map((name) => document.querySelector(name).getBoundingClientRect());
  return books.top - forget.bottom;
}"""
"""How much is between what leads on and the books, which come right after it."""
COMES_BACK = "() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }"
"""The browser shows the page again as it was left."""
REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })"

SLOW = """window.IntersectionObserver = class extends IntersectionObserver {
  constructor(call, options) {
    super((changes) => {
      call(changes.map(({ target }) => ({ target, isIntersecting: false })));
      call(changes);
    }, options);
  }
};"""
"""What comes into view is told as by a page that is shown before it is where its address leads."""


def go(page: Page, section: str, stay: bool = True) -> None:
    """Scroll to a section, and stay there or not."""
    page.evaluate("id => scrollTo(0, document.getElementById(id).getBoundingClientRect().top + scrollY - 100)", section)
    expect(page.locator(".toc-tree [aria-current]")).to_have_attribute("href", f"#{section}")
    page.wait_for_function("() => window.bookWay")
    if stay:
        page.wait_for_function("() => pending.some(Boolean)")
        page.evaluate(GOES_BY)


def test_one_button_forgets_all_that_is_kept_of_a_reader(reader: Open) -> None:
    window = reader()
    page = window.open("en/index.html")
    expect(page.locator(".go-on")).to_have_count(0)
    page.evaluate("""() => {
      const keys = ["card/loop/sockets.1", "try/turns.weights", "try/turns.weights/solved", "try/turns.talk/run",
                    "workbench", "workbench/", "workbench/blocked~2"];
      for (const store of [localStorage, sessionStorage]) for (const key of [...keys, "theme"]) store[key] = "dark";
    }""")
    window.open("en/index.html")
    expect(page.locator(GO_ON)).to_have_count(0)
    expect(page.locator(".go-on")).to_contain_text("what you have missed, and what you have typed")
    page.get_by_role("button", name="Forget it all").click()
    expect(page.locator(".go-on")).to_have_count(0)
    assert page.evaluate("[localStorage, sessionStorage].map((store) => Object.keys(store))") == [["theme"]] * 2
    page.evaluate("for (const store of [localStorage, sessionStorage]) store.clear()")


def begin(window: Reader, page: str) -> Page:
    """Open a page in which time stands still."""
    found = window.open(page)
    expect(found.locator(".toc-tree [aria-current]")).to_have_count(1)
    found.evaluate(f"if (!window.pending) {{ {STANDS_STILL} }}")
    return found


def sections(page: Page) -> list[str]:
    """Return the ids of the sections of a page, as its contents have them."""
    return [str(link.get_attribute("href"))[1:] for link in page.locator(".toc-tree li li a").all()]


@pytest.mark.parametrize("from_disk", [False, True])
def test_somebody_reads_and_goes_on(reader: Open, from_disk: bool) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1] if from_disk else window.address
    page = begin(window, f"en/{CHAPTER}.html")
    first, second, third, *_ = sections(page)
    for section in (second, first):
        go(page, section, stay=False)
    assert page.evaluate(KEPT) == {}
    go(page, third)
    assert page.evaluate(KEPT)[f"way/{CHAPTER}"] == third, "who only passes has read nothing"
    for section in (first, third, second):
        go(page, section)
    assert page.evaluate(KEPT) == {"way": f"en {CHAPTER}", f"way/{CHAPTER}": f"{first} {third} {second}"}

    window.open("pl/index.html")
    link = page.locator(GO_ON)
    expect(link).to_contain_text("5. Kto jest gotowy? › 5.2.")
    expect(page.get_by_role("link", name="5. Kto jest gotowy? zaczęty")).to_be_visible()
    link.click()
    page.wait_for_url(f"**/pl/{CHAPTER}.html#{second}")
    assert page.evaluate(KEPT)["way"] == f"en {CHAPTER}"

    page.evaluate(STANDS_STILL)
    end = sections(page).index("what-we-have-now")
    for section in sections(page)[end % 2 : end + 1 : 2]:  # half of them
        go(page, section)
    assert page.evaluate(KEPT)[f"way/{CHAPTER}"].split(" ")[-1] == "."
    window.open("index.html")
    expect(page.locator(GO_ON)).to_contain_text("6. ")
    expect(page.locator(".go-on")).to_have_attribute("lang", "pl")
    assert 0 <= page.evaluate(BELOW) < 40
    title = page.locator(GO_ON).inner_text()
    page.locator(GO_ON).evaluate("link => link.textContent = 'old'")
    page.evaluate(COMES_BACK)
    expect(page.locator(GO_ON)).to_have_text(title)
    page.locator(GO_ON).click()
    page.wait_for_url(f"**/pl/{NEXT}.html")
    expect(page.locator(".sidebar-tree .read")).to_have_attribute("aria-label", "przeczytany")
    window.open("pl/index.html")
    page.evaluate("localStorage[`card/callbacks/tasks.2`] = 'callbacks/tasks'")  # what has been missed (cards.js)
    page.locator(".go-on button").click()
    expect(page.locator(".go-on, .sidebar-tree :is(.read, .begun)")).to_have_count(0)
    assert page.evaluate(KEPT) == {}


@pytest.mark.parametrize("slow", [False, True])
def test_who_jumps_to_the_end_has_not_read_the_chapter(reader: Open, slow: bool) -> None:
    window = reader(alone=True)
    window.page.add_init_script(STANDS_STILL)
    page = begin(window, f"en/{CHAPTER}.html")
    go(page, "what-we-have-now")
    assert page.evaluate(KEPT)[f"way/{CHAPTER}"] == "what-we-have-now"
    if slow:
        page.add_init_script(SLOW)
    page.goto(page.url.replace(CHAPTER, NEXT) + "#what-we-have-now")
    expect(page.locator(".toc-tree [aria-current]")).to_have_count(1)
    page.wait_for_function("() => window.bookWay")
    page.evaluate(GOES_BY)
    assert f"way/{NEXT}" not in page.evaluate(KEPT), "who comes by a link has not gone on from there"


def test_two_tabs_keep_their_marks(reader: Open) -> None:
    window = reader()
    page = begin(window, f"en/{CHAPTER}.html")
    tab = window.context.new_page()
    tab.goto(f"{window.address}en/{NEXT}.html")
    expect(tab.locator(".toc-tree [aria-current]")).to_have_count(1)
    tab.evaluate(STANDS_STILL)
    for each in (page, tab, page):
        each.bring_to_front()
        go(each, sections(each)[len(marks(tab))])
    assert marks(page) == {f"way/{CHAPTER}": 2, f"way/{NEXT}": 1}


def marks(page: Page) -> dict[str, int]:
    """Return how many sections are noted of each chapter."""
    return {key: len(value.split(" ")) for key, value in page.evaluate(KEPT).items() if key != "way"}


def test_a_browser_that_keeps_nothing_is_asked_nothing(reader: Open) -> None:
    window = reader(alone=True)
    window.page.add_init_script(REFUSED)
    page = begin(window, f"en/{CHAPTER}.html")
    for section in sections(page)[:2]:
        go(page, section)
    page.locator(".theme-toggle:visible").click()
    window.open("en/index.html")
    expect(page.locator("button.copy").first).to_be_visible()
    assert page.locator(".go-on, .sidebar-tree [role=img]").count() == 0
