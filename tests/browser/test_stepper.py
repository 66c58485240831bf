"""Moving through the recorded runs in a real browser: by mouse, finger, scrolling, keys, slider and addresses."""
from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import HTML
from tests.support.site.steppers import PAGES, ROBIN, beside, figure, opened, row_of, step_of
from tests.support.site.steps import run_file

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

def middle(panel: Locator, row: int) -> tuple[float, float]:
    """Return where in the window the middle of a row is."""
    box = figure_of(panel).locator(".hit").nth(row).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def figure_of(panel: Locator) -> Locator:
    """Return the figure around a panel."""
    return panel.locator("xpath=ancestor::figure")


def before_answer(panel: Locator, run: dict[str, Any]) -> int:
    """Return the row from which a reader goes on to the answer of the question: there a panel begins."""
    answer = int(str(figure_of(panel).get_attribute("data-answer"))) - 1
    return next(row for row, (_first, last, _shown) in enumerate(run["rows"]) if last >= answer) - 1


def test_a_mouse_that_moves_along_the_drawing_shows_the_row_below_it(reader: Open) -> None:
    panel = opened(reader, ROBIN)
    page, run = panel.page, run_file(HTML, ROBIN)
    assert row_of(panel) == before_answer(panel, run)
    page.mouse.move(*middle(panel, row_of(panel)))  # from wherever it was; who comes from the side changes nothing
    for row in (2, 4, 3):
        page.mouse.move(*middle(panel, row))
        assert (row_of(panel), step_of(panel)) == (row, run["rows"][row][2])
    x, y = middle(panel, 3)
    page.mouse.move(x + 300, y + 100)
    assert row_of(panel) == 3, "it goes sideways, to the panel"
    assert panel.locator(".status").text_content() == "", "nothing is said to whoever listens to something else"
    assert "#" not in page.url
    page.mouse.click(*middle(panel, 5))
    assert row_of(panel) == 5
    expect(panel).to_be_focused()
    page.wait_for_url(f"**/*.html#run-turns-round-robin.{run['rows'][5][2] + 1}")


SCROLL = """by => new Promise((done) => {
  scrollBy(0, by);
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""


def test_on_a_telephone_scrolling_moves_along_the_drawing_and_a_tap_chooses(reader: Open) -> None:
    panel = opened(reader, "mainloop.simple", "ru", width=390, height=844, has_touch=True, is_mobile=True)
    page, run = panel.page, run_file(HTML, "mainloop.simple")
    page.evaluate("scrollBy(0, -500)")
    seen = []
    while figure_of(panel).locator("svg").evaluate("svg => svg.getBoundingClientRect().bottom > 250"):
        page.evaluate(SCROLL, 25)
        seen.append(row_of(panel))
    assert seen[0] == before_answer(panel, run)
    assert [*dict.fromkeys(seen[seen.index(0) :])] == [*range(len(run["rows"]))]
    expect(panel).to_be_in_viewport()
    panel = beside(page, "mainloop.simple")
    page.evaluate("scrollBy(0, 60)")
    page.touchscreen.tap(*middle(panel, 3))
    assert row_of(panel) == 3
    page.evaluate(SCROLL, 30)
    assert row_of(panel) == 3, "the thumb has trembled"
    sizes = figure_of(panel).locator("button, input").filter(visible=True).evaluate_all(
        "parts => parts.map((part) => part.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sizes) >= 44


@pytest.mark.parametrize("width", [390, 1280])
def test_all_can_be_done_with_the_keyboard_and_is_told(reader: Open, width: int) -> None:
    panel = opened(reader, ROBIN, width=width)
    page, run = panel.page, run_file(HTML, ROBIN)
    rows = run["rows"]
    panel.focus()
    first = rows[0][2]
    for key, step in (
        ("Home", first), ("ArrowRight", first + 1), ("ArrowRight", first + 2), ("ArrowLeft", first + 1),
        ("End", rows[-1][2]), ("ArrowDown", rows[-1][2]), ("ArrowUp", rows[-2][2]), ("Home", first),
        ("ArrowDown", rows[1][2]), ("/", rows[1][2]),
    ):
        page.keyboard.press(key)
        assert step_of(panel) == step, key
    expect(page.locator(".book-search")).to_be_visible()
    page.keyboard.press("Escape")
    panel.focus()
    page.keyboard.press("End")
    said, status = str(panel.locator(".told .now").text_content()), panel.locator(".status")
    assert status.get_attribute("role") == "status"
    assert said in str(status.text_content())
    assert said in str(panel.locator("input").get_attribute("aria-valuetext"))
    line = panel.locator(".line[aria-current=step]")
    assert not line.count() or str(line.text_content()).strip() in str(status.text_content())
    hit = figure_of(panel).locator(".hit").last.bounding_box()
    box = panel.bounding_box()
    assert hit and box and hit["y"] > 0
    assert hit["y"] + hit["height"] <= (box["y"] if width == 390 else 900), "the row is in sight"
    reached = []
    for _control in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.className || document.activeElement.type"))
    assert reached[:3] == ["back", "range", "next"]
    assert "large" in reached or reached[3] == "guess"
    panel.locator("input").fill("1")
    assert row_of(panel) == 1


def test_a_step_has_an_address_that_survives_a_change_of_language(reader: Open) -> None:
    panel = opened(reader, ROBIN)
    page = panel.page
    panel.focus()
    for _line in range(5):
        page.keyboard.press("ArrowRight")
    here = step_of(panel)
    page.locator(".languages a[hreflang=pl]").first.click()  # sooner than the address is written
    page.wait_for_url(f"**/pl/*/*.html#run-turns-round-robin.{here + 1}")
    expect(panel).to_have_attribute("data-step", str(here))
    expect(figure(page, ROBIN).locator(".drawing")).to_be_in_viewport()
    page.reload()
    expect(panel).to_have_attribute("data-step", str(here))
    page.evaluate("location.hash = '#run-turns-rogue-bug.5'")
    expect(figure(page, "turns.rogue_bug").locator(".moment")).to_have_attribute("data-step", "4")
    expect(figure(page, "turns.rogue_bug").locator(".drawing")).to_be_in_viewport()


@pytest.mark.parametrize(("path", "run", "step"), [
    (PAGES[ROBIN], ROBIN, "turns-round-robin"), ("asyncio/time-is-up", "limits.whose_bug", "limits-timeout"),
], ids=["of its run", "of the second run"])
def test_the_question_leads_to_its_answer(path: str, run: str, step: str, reader: Open) -> None:
    page = reader().open(f"en/{path}.html")
    found = figure(page, run)
    found.evaluate("figure => figure.scrollIntoView()")
    found.locator(".answer").click()
    answer = int(str(found.get_attribute("data-answer"))) if run == ROBIN else 56
    expect(found.locator(".moment")).to_have_attribute("data-step", str(answer - 1))
    page.wait_for_url(f"**/*.html#run-{step}.{answer}")


def test_enlarged_it_is_the_same_panel_and_the_page_keeps_its_place(reader: Open) -> None:
    panel = opened(reader, "callbacks.talk")
    page = panel.page
    panel.focus()
    page.keyboard.press("End")
    before = page.evaluate("[scrollY, document.documentElement.scrollHeight]")
    shown = step_of(panel)
    panel.locator(".large").click()
    assert page.locator("dialog[open] .moment").count() == 1
    assert page.locator("dialog").get_attribute("aria-label")
    assert step_of(panel) == shown
    assert panel.locator(".states li").count() > 0
    for _press in range(12):
        page.keyboard.press("Tab")
        inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        assert page.evaluate(inside), "what is below cannot be reached"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(panel.locator(".large")).to_be_focused()
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight]") == before
    assert step_of(panel) < shown
    parts = figure_of(panel).evaluate("figure => [...figure.children].map((part) => part.className)")
    assert parts[:2] == ["question answered", "woven live"]


def asking(page: Page, asks: list[object]) -> None:
    """Let the files of steps have these questions."""
    def answer(route: Route) -> None:
        given = json.loads(route.fetch().text().removeprefix("bookRun(").removesuffix(");\n"))
        route.fulfill(content_type="text/javascript", body=f"bookRun({json.dumps(given | {'asks': asks})});")

    page.route("**/_runs/*", answer)


ANN, BOB, NOBODY = ["Ann", "ann"], ["Bob", "bob"], ["nobody", "os"]


END = "({ y, height }) => y.baseVal.value + height.baseVal.value"


def test_guessing_uncovers_row_by_row_and_asks_no_more_what_is_understood(reader: Open) -> None:
    window = reader()
    who = [[row, "who", [ANN, BOB], row % 2] for row in (1, 2, 3, 5)]
    asking(window.page, [*who, [4, "until", [["3 s", "os"], ["5 s", "os"]], 1]])
    page = window.open(f"en/{PAGES[ROBIN]}.html")
    panel = beside(page, ROBIN)
    guess, veil = panel.locator(".guess"), figure(page, ROBIN).locator(".veil")
    guess.click()
    asked = []
    for key in ("2", "2", "2", "2"):  # right, wrong, right, right
        asked.append(row_of(panel) + 1)
        end = figure(page, ROBIN).locator(".hit").nth(row_of(panel)).evaluate(END)
        assert float(str(veil.get_attribute("y"))) == pytest.approx(end)
        expect(panel.locator(".choices button").first).to_be_focused()
        page.keyboard.press(key)
    assert asked == [1, 2, 3, 4]
    assert panel.locator(".asked .right").count() == 1
    run = run_file(HTML, ROBIN)
    first, last, _shown = run["rows"][4]
    reason = [step["say"] for step in run["steps"][first : last + 1] if step["say"]][-1]
    assert panel.locator(".asked .right").inner_text() == f"✓ {reason}"
    assert figure(page, ROBIN).locator("text:is(.right, .wrong)").all_text_contents() == ["✓", "✗", "✓", "✓"]
    page.keyboard.press("2")
    assert panel.locator(".sum").inner_text() == "4 of 5 right"
    assert veil.get_attribute("height") == "0"
    guess.click()
    assert figure(page, ROBIN).locator(".veil, text:is(.right, .wrong)").count() == 0
    guess.click()
    for _key in "21":
        page.keyboard.press("2" if row_of(panel) % 2 == 0 else "1")
    assert row_of(panel) == 3, "who goes on has been foreseen twice: it is asked no more"
    assert "3 s" in panel.locator(".choices").inner_text()
    page.keyboard.press("1")
    assert panel.locator(".sum").inner_text() == "2 of 3 right"


def test_steps_that_cannot_be_loaded_are_missed_in_words(reader: Open) -> None:
    window = reader()
    window.page.route("**/_runs/*", lambda route: route.abort())
    page = window.open(f"pl/{PAGES[ROBIN]}.html")
    found = figure(page, ROBIN)
    found.evaluate("figure => figure.scrollIntoView()")
    expect(found.locator(".trouble")).to_contain_text("turns.round_robin.js")
    window.problems.clear()  # the browser tells it as well
    page.unroute_all()
    page.route("**/_runs/*", lambda route: route.fulfill(content_type="text/javascript", body=""))  # it came, empty
    found.locator(".answer").click()
    expect(found.locator(".trouble")).to_contain_text("turns.round_robin.js")
    page.unroute_all()
    found.locator(".answer").click()
    expect(found.locator(".moment")).to_be_visible()
    expect(found.locator(".trouble")).to_have_count(0)
