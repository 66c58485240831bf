"""Stepping through the recorded runs in a real browser, as readers do: mouse, keyboard, telephone."""
from __future__ import annotations

import gzip
import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser import CHROMIUM, MISSING, Open
from catalogue import Listing
from published import HTML, LANGUAGES, ROOT, pages
from recordings import every_run, recording_file

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

CHAPTERS = {"turns": "turns/taking-turns", "composition": "turns/pausing-inside-a-pause"}
RUNS = every_run()
ROBIN = "turns.round_robin"


def figure(page: Page, name: str) -> Locator:
    """Give the figure of a run."""
    return page.locator(f"figure#run-{name.replace('.', '-').replace('_', '-')}")


def opened(reader: Open, name: str, language: str = "en", **options: object) -> Locator:
    """Open the page of a run, and its stepper; give the figure."""
    page = reader(**options).open(f"{language}/{CHAPTERS[name.split('.')[0]]}.html")
    found = figure(page, name)
    found.locator("button.open").click()
    return found


SEEN = """figure => {
  const all = (selector) => [...figure.querySelectorAll(selector)];
  const marked = all(".code:not([hidden]) .line.now");
  return {
    lines: marked.map((line) => line.textContent.replace(/\\n$/, "")),
    file: all(".code:not([hidden]) .file").map((file) => file.textContent),
    number: marked.map((line) => [...line.parentElement.children].indexOf(line) + 1),
    running: all(".states li[data-state=run] b, .states li[data-state=pass] b").map((name) => name.textContent),
    turn: all(".turn.now").map((turn) => turn.getAttribute("class")),
    status: figure.querySelector(".status").textContent,
    output: figure.querySelector("samp").textContent,
    step: +figure.dataset.step,
    colours: Object.fromEntries(all(".states li").map((item) => [item.querySelector("b").textContent, item.className])),
  };
}"""
"""What somebody sees of a stepper."""

WALK = """(figure, seen) => {
  const see = eval(seen);
  const course = [see(figure)];
  for (;;) {
    figure.querySelector(".panel").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    const next = see(figure);
    if (next.step === course.at(-1).step) return course;
    course.push(next);
  }
}"""
"""All that somebody sees who presses the key again and again, until nothing changes."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RUNS)
def test_each_step_agrees_with_figure_listing_and_output(reader: Open, name: str, language: str) -> None:
    found = opened(reader, name, language, bypass_csp=True)  # the walk is handed over as a text
    steps = json.loads(str(found.locator("template.stepper").get_attribute("data-run")))["steps"]
    recording = json.loads(recording_file(name).read_text("utf-8"))
    sources = [Listing(file["name"]).source().splitlines() for file in recording["files"]]
    printed = [event["text"] for event in recording["events"] if event["ev"] == "print"]
    course = found.evaluate(WALK, SEEN)
    assert len(course) == len(steps), "there is nothing after the end"
    for number, (step, seen) in enumerate(zip(steps, course)):
        assert seen["step"] == number
        if step["at"]:
            file, line = step["at"][0]
            assert seen["file"] == [f"ghetto_asyncio/{recording['files'][file]['name'].replace('.', '/')}.py"]
            assert seen["number"] == [line]
            assert str(line) in seen["status"]
            if language == "en":
                assert seen["lines"] == [sources[file][line - 1]]
        assert len(seen["turn"]) == 1
        assert [seen["colours"][name] for name in seen["running"]] == [
            kind for kind in seen["turn"][0].split() if kind in seen["colours"].values()
        ]
        assert seen["output"].splitlines() == printed[: step["output"]]
    assert course[-1]["output"].splitlines() == printed


def test_all_can_be_done_with_the_keyboard(reader: Open) -> None:
    page = reader().open(f"en/{CHAPTERS['turns']}.html")
    found = figure(page, ROBIN)
    button = found.locator("button.open")
    button.focus()
    page.keyboard.press("Enter")
    where = []
    turn = "Shift+ArrowRight"
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Shift+ArrowLeft", "Home", turn, turn):
        page.keyboard.press(key)
        where.append(int(str(found.get_attribute("data-step"))))
    last = int(str(found.locator("input[type=range]").get_attribute("max")))
    assert where[:4] == [1, 2, 1, last]
    assert where[4] < last
    assert where[5] == 0
    assert 0 < where[6] < where[7]
    page.keyboard.press("Escape")
    expect(found.locator(".panel")).to_be_hidden()
    expect(button).to_be_focused()


FOCUSED = """(({ dataset, className, type }) => dataset.do || className || type)(document.activeElement)"""


def test_every_control_can_be_reached_with_the_tabulator(reader: Open) -> None:
    found = opened(reader, ROBIN)
    reached = set()
    for _press in range(40):
        reached.add(found.page.evaluate(FOCUSED))
        found.page.keyboard.press("Tab")
    assert {"next", "turn-next", "last", "range", "drawing"} <= reached
    for control in found.locator(".panel button:visible, .panel input").all():
        assert control.get_attribute("aria-label")


def test_it_plays_and_stops(reader: Open) -> None:
    found = opened(reader, ROBIN)
    play = found.locator("[data-do=play]")
    label = play.get_attribute("aria-label")
    found.page.keyboard.press("Tab")
    play.click()
    assert play.get_attribute("aria-label") != label
    expect(found).to_have_attribute("data-step", "2", timeout=5000)
    play.click()
    assert play.get_attribute("aria-label") == label


def test_a_click_into_the_figure_and_the_slider_lead_there(reader: Open) -> None:
    page = reader().open(f"en/{CHAPTERS['turns']}.html")
    found = figure(page, ROBIN)
    found.locator(".turn").nth(5).click(position={"x": 200, "y": 5})
    assert "now" in str(found.locator(".turn").nth(5).get_attribute("class"))
    found.locator("input[type=range]").fill("0")
    assert "now" in str(found.locator(".turn").first.get_attribute("class"))


def test_what_is_to_come_is_veiled_and_the_page_does_not_jump(reader: Open) -> None:
    found = opened(reader, "turns.rogue_bug")
    before = found.page.evaluate("scrollY")
    for _step in range(30):
        found.page.keyboard.press("ArrowRight")
        veil, current = found.locator(".veil"), found.locator(".turn.now .hit")
        below = float(str(current.get_attribute("y"))) + float(str(current.get_attribute("height")))
        assert abs(float(str(veil.get_attribute("y"))) - below) < 4
    assert found.page.evaluate("scrollY") == before
    found.page.keyboard.press("Escape")
    assert found.locator(".veil").count() == 0


def test_somebody_who_listens_is_told(reader: Open) -> None:
    found = opened(reader, ROBIN)
    status = found.locator(".status")
    assert status.get_attribute("role") == "status"
    found.page.keyboard.press("ArrowRight")
    said = status.inner_text()
    assert found.locator("input[type=range]").get_attribute("aria-valuetext") == said
    assert "round_robin.py" in said
    assert found.locator("[aria-current=step]").count() == 1


SIZES = """texts => texts.map((text) => {
  const { a, b } = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
})"""
OUTSIDE = """texts => texts.filter((text) => {
  const box = text.getBBox();
  return !text.hasAttribute("transform") && (box.x < 0 || box.x + box.width > 341);
}).map((text) => text.textContent)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_and_can_be_read(reader: Open, language: str, width: int, scheme: str) -> None:
    window = reader(width=width, color_scheme=scheme)
    for chapter in CHAPTERS.values():
        page = window.open(f"{language}/{chapter}.html")
        assert min(page.locator(".drawing text").evaluate_all(SIZES)) >= 9
        for found in page.locator("figure.run").all():
            found.locator("button.open").click()
            page.keyboard.press("End")
            assert found.locator(".drawing text").evaluate_all(OUTSIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert min(page.locator(".drawing text").evaluate_all(SIZES)) >= 9, "also while stepping"


def axe(page: Page, name: str, whole: bool) -> None:
    """Open a stepper, go on a while, and ask axe about the figure or the whole page."""
    found = figure(page, name)
    found.locator("button.open").click()
    for _step in range(20):
        page.keyboard.press("ArrowRight")
    report = Axe().run(page, context=None if whole else f"#{found.get_attribute('id')}")
    assert report.response["passes"]
    assert report.response["violations"] == [], report.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_a_stepper(reader: Open, language: str, scheme: str) -> None:
    window = reader(color_scheme=scheme, bypass_csp=True)  # axe is put into the page
    for name in (ROBIN, "composition.delegated"):
        axe(window.open(f"{language}/{CHAPTERS[name.split('.')[0]]}.html"), name, whole=False)


@pytest.mark.parametrize(("name", "scheme"), [(ROBIN, "light"), ("composition.polite", "dark")])
def test_axe_finds_nothing_on_a_page(reader: Open, name: str, scheme: str) -> None:
    window = reader(color_scheme=scheme, bypass_csp=True)
    axe(window.open(f"en/{CHAPTERS[name.split('.')[0]]}.html"), name, whole=True)


def test_it_works_from_the_disk(reader: Open) -> None:
    window = reader()
    window.address = (HTML / "x").as_uri()[:-1]
    found = figure(window.open(f"zh_CN/{CHAPTERS['turns']}.html"), ROBIN)
    found.locator("button.open").click()
    window.page.keyboard.press("End")
    assert found.locator("samp").inner_text().splitlines() == ["A 0", "B 0", "C 0", "A 1", "C 1", "A 2"]


def test_without_javascript_figure_and_table_remain(reader: Open) -> None:
    page = reader(java_script_enabled=False).open(f"ru/{CHAPTERS['turns']}.html")
    found = figure(page, ROBIN)
    assert found.locator(".drawing svg").is_visible()
    assert found.locator("button").count() == 0
    found.locator("summary").click()
    assert found.locator("table").is_visible()


def test_on_paper_the_figure_stands_alone(reader: Open) -> None:
    found = opened(reader, ROBIN)
    found.page.emulate_media(media="print")
    assert found.locator(".drawing svg").is_visible()
    assert not found.locator(".panel").is_visible()
    assert not found.locator(".veil").is_visible()


def test_the_script_is_small_and_only_where_it_is_needed() -> None:
    assert len(gzip.compress((ROOT / "docs/_static/stepper.js").read_bytes(), 9)) < 5000
    with_script = {name for name, path in pages("en").items() if "stepper.js" in path.read_text("utf-8")}
    assert with_script == set(CHAPTERS.values())
