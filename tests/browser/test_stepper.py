"""Stepping through the recorded runs in a real browser, with mouse and keyboard."""
from __future__ import annotations

import json
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import expect

from press.catalogue import ROOT, Listing
from tests.support.browser import CHROMIUM, MISSING, Open
from tests.support.pages import LANGUAGES
from tests.support.steppers import CHAPTERS, DATA, ROBIN, RUNS, figure, opened

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

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


@pytest.mark.parametrize(("chapter", "language"), [*zip(CHAPTERS, cycle(LANGUAGES))])
def test_each_step_agrees_with_figure_listing_and_output(reader: Open, chapter: str, language: str) -> None:
    window = reader(bypass_csp=True)  # the walk is handed over as a text
    page = window.open(f"{language}/{CHAPTERS[chapter]}.html")
    for name in [name for name in RUNS if name.startswith(chapter)]:
        found = figure(page, name)
        found.locator("button.open").click()
        steps = found.evaluate(DATA)["steps"]
        course = found.evaluate(WALK, SEEN)
        assert len(course) == len(steps), "there is nothing after the end"
        agree(name, language, steps, course)


def agree(name: str, language: str, steps: list[dict[str, Any]], course: list[dict[str, Any]]) -> None:
    """Hold what was seen at each step against the steps, the listings and the recording."""
    recording = json.loads(Listing(name, ROOT).recording.read_text("utf-8"))
    sources = [Listing(file["name"], ROOT).source().splitlines() for file in recording["files"]]
    printed = [event["text"] for event in recording["events"] if event["ev"] == "print"]
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
        assert [seen["colours"][task] for task in seen["running"]] == [
            kind for kind in seen["turn"][0].split() if kind in seen["colours"].values()
        ]
        assert seen["output"].splitlines() == printed[: step["output"]]
    assert course[-1]["output"].splitlines() == printed


@pytest.mark.parametrize("width", [390, 1280])
def test_all_can_be_done_with_the_keyboard(reader: Open, width: int) -> None:
    page = reader(width=width).open(f"en/{CHAPTERS['turns']}.html")
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
