"""Stepping through the recorded runs in a real browser, with mouse and keyboard, on a screen and on a telephone."""
from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from press.catalogue import ROOT, Listing
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import HTML, LANGUAGES
from tests.support.site.steppers import KINDS, PAGES, ROBIN, figure, opened, step_through
from tests.support.site.steps import run_file

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

WALK = """(stage) => {
  const all = (selector) => [...stage.querySelectorAll(selector)];
  const text = (selector) => all(selector).map((each) => each.textContent);
  const course = [];
  const press = (key) => stage.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  for (press("Home"); course.at(-1)?.step !== +stage.dataset.step; press("ArrowRight")) course.push({
    step: +stage.dataset.step,
    lines: text(".line.now").map((line) => line.replace(/\\n$/, "")),
    file: text(".code:not([hidden]) .file"),
    number: all(".line.now").map((line) => [...line.parentElement.children].indexOf(line) + 1),
    states: text(".tasks li"),
    queues: text(".queues li"),
    head: stage.querySelector(".queues > b").textContent,
    variables: text(".variables li"),
    output: text(".output li"),
    turn: [...stage.querySelectorAll(".turn")].flatMap((turn, place) => turn.matches(".now") ? [place] : []),
    status: stage.querySelector(".status").textContent,
    stack: text(".stack li"),
  });
  return course;
}"""
"""All that somebody sees who goes to the start, and on until nothing changes."""


@pytest.mark.parametrize(("name", "language"), [*zip(KINDS.values(), cycle(LANGUAGES))])
def test_each_step_shows_what_the_file_of_the_run_says(reader: Open, name: str, language: str) -> None:
    run, course = run_file(HTML, name, language), opened(reader, name, language).evaluate(WALK)
    assert len(course) == len(run["steps"]), "there is nothing after the end"
    for number, (step, seen) in enumerate(zip(run["steps"], course)):
        assert seen == {**seen, **on_stage(run, number)}
        assert step["say"] in seen["status"]
        assert step["at"] or ".py" not in seen["status"], "what no line does has no line"
        for place, (file, line, function) in enumerate(step["at"]):
            told = seen["stack"][place - 1] if place else seen["status"]
            if not line:
                assert told == f"{function} · {file}", "its lines are not followed"
                continue
            source = Listing(run["files"][file], ROOT).source().splitlines()
            for word in (function, str(line), f"{run['files'][file].rpartition('.')[2]}.py"):
                assert word in told
            if language == "en":
                assert source[line - 1].strip() in told


def on_stage(run: dict[str, Any], number: int) -> dict[str, Any]:
    """Return what is to be seen at a step."""
    step = run["steps"][number]
    found = {
        "step": number, "turn": [step["turn"]], "output": run["output"][: step["output"]],
        "variables": [f"{name} = {value}" for name, value in step["variables"]],
        "states": [f"{name} {run['states'][state][1]}" for (name, _class), state in zip(run["lanes"], step["states"])],
        "queues": [f"{name}: {', '.join(text for text, _class in items) or '–'}" for name, items in step["queues"]],
        "head": run["head"],
        "number": [line for _file, line, _function in step["at"][:1]],
    }
    if step["at"]:
        found["file"] = [f"ghetto_asyncio/{run['files'][step['at'][0][0]].replace('.', '/')}.py"]
    return found


@pytest.mark.parametrize("width", [390, 1280])
def test_all_can_be_done_with_the_keyboard(reader: Open, width: int) -> None:
    page = reader(width=width).open(f"en/{PAGES[ROBIN]}.html")
    button = figure(page, ROBIN).locator("button.open")
    button.focus()
    page.keyboard.press("Enter")
    stage = page.locator("dialog.stepper[open]")
    stage.wait_for()
    before = page.evaluate("scrollY")
    run = run_file(HTML, ROBIN)
    where = [int(str(stage.get_attribute("data-step")))]
    turn = "Shift+ArrowRight"
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Shift+ArrowLeft", "Home", turn, turn, "/"):
        page.keyboard.press(key)
        where.append(int(str(stage.get_attribute("data-step"))))
    begins, last = run["begins"], len(run["steps"]) - 1
    assert where[:5] == [begins, begins + 1, begins + 2, begins + 1, last]
    assert where[5] < last
    assert where[6] == 0
    assert 0 < where[7] < where[8] == where[9]
    page.keyboard.press("Escape")
    expect(stage).to_have_count(0)
    expect(button).to_be_focused()
    assert page.evaluate("scrollY") == before


FOCUSED = """(({ dataset, className, tagName }) => dataset.do || className || tagName)(document.activeElement)"""


def test_every_control_can_be_reached_with_the_tabulator_and_nothing_else(reader: Open) -> None:
    stage = opened(reader, ROBIN)
    reached = set()
    for _press in range(30):
        stage.page.keyboard.press("Tab")
        reached.add(stage.page.evaluate(FOCUSED))
    controls = {"first", "turn-back", "back", "play", "next", "turn-next", "last", "INPUT", "SELECT", "close"}
    assert reached >= controls | {"drawing notranslate", "PRE", "variables", "output"}
    assert "open" not in reached
    for control in stage.locator("button, input, select").all():
        assert control.get_attribute("aria-label")


def step_of(stage: Locator) -> int:
    """Return the step that is shown."""
    return int(str(stage.get_attribute("data-step")))


def test_it_plays_bar_by_bar_and_pauses(reader: Open) -> None:
    stage = opened(reader, ROBIN)
    play, turns = stage.locator(".play"), [step["turn"] for step in run_file(HTML, ROBIN)["steps"]]
    begins = step_of(stage)
    label = play.get_attribute("aria-label")
    stage.locator("select").select_option("2")
    play.click()
    assert play.get_attribute("aria-label") != label
    assert play.locator(".halt").is_visible()
    assert stage.locator(".status").get_attribute("aria-live") == "off"
    following = turns.index(turns[begins] + 1)
    expect(stage).to_have_attribute("data-step", str(following), timeout=3000)
    play.click()
    assert play.get_attribute("aria-label") == label
    assert not play.locator(".halt").is_visible()
    assert stage.locator(".status").get_attribute("aria-live") == "polite"


def test_a_click_into_the_figure_and_the_slider_lead_there(reader: Open) -> None:
    page = reader().open(f"en/{PAGES[ROBIN]}.html")
    figure(page, ROBIN).locator(".turn").nth(5).click(position={"x": 200, "y": 5})
    stage = page.locator("dialog.stepper[open]")
    assert "now" in str(stage.locator(".turn").nth(5).get_attribute("class"))
    stage.locator(".turn").nth(2).click(position={"x": 200, "y": 5})
    assert "now" in str(stage.locator(".turn").nth(2).get_attribute("class"))
    stage.locator("input").fill("1")
    assert "now" in str(stage.locator(".turn").first.get_attribute("class"))


def test_what_is_to_come_is_veiled_and_the_page_keeps_its_figure(reader: Open) -> None:
    stage = opened(reader, "turns.rogue_bug")
    for _step in range(30):
        stage.page.keyboard.press("ArrowRight")
        veil, current = stage.locator(".veil"), stage.locator(".turn.now .hit")
        below = float(str(current.get_attribute("y"))) + float(str(current.get_attribute("height")))
        assert abs(float(str(veil.get_attribute("y"))) - below) < 4
    assert figure(stage.page, "turns.rogue_bug").locator(".veil, .turn.now").count() == 0


def test_somebody_who_listens_is_told(reader: Open) -> None:
    stage = opened(reader, ROBIN)
    status = stage.locator(".status")
    assert status.get_attribute("role") == "status"
    stage.page.keyboard.press("ArrowRight")
    said = status.inner_text()
    assert str(stage.locator("input").get_attribute("aria-valuetext")).split() == said.split()
    assert "round_robin.py" in said
    assert stage.locator("[aria-current=step]").inner_text().strip() in said


def test_a_step_has_an_address_that_survives_a_change_of_language(reader: Open) -> None:
    stage = opened(reader, ROBIN)
    page = stage.page
    stage.locator("input").fill("37")
    stage.locator("summary").evaluate("(summary) => { summary.parentElement.open = true; }")
    stage.locator(".languages a[hreflang=pl]").click()
    page.wait_for_url("**/pl/*/*.html#run-turns-round-robin.37")
    expect(stage).to_have_attribute("data-step", "36")
    assert stage.locator(".program .file").first.inner_text() == "ghetto_asyncio/turns/round_robin.py"
    page.evaluate("location.hash = '#run-turns-rogue-bug.5'")
    expect(stage).to_have_attribute("data-step", "4")
    expect(page).to_have_url(page.url.partition("#")[0] + "#run-turns-rogue-bug.5")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#run-turns-rogue-bug.6")
    page.keyboard.press("Escape")
    page.wait_for_url("**#run-turns-rogue-bug")
    assert page.evaluate("document.querySelector('#run-turns-rogue-bug').getBoundingClientRect().top") < 400


def test_steps_that_cannot_be_loaded_are_missed_in_words(reader: Open) -> None:
    window = reader(alone=True)
    page = window.open(f"pl/{PAGES[ROBIN]}.html")
    page.route("**/_runs/*", lambda route: route.abort())
    found = figure(page, ROBIN)
    found.locator("button.open").click()
    expect(found.locator("[role=alert]")).to_contain_text("turns.round_robin.js")
    assert page.locator("dialog").count() == 0
    window.problems.clear()  # the browser tells it as well
    page.unroute_all()
    page.route("**/_runs/*", lambda route: route.fulfill(content_type="text/javascript", body=""))  # it came, empty
    found.locator("button.open").click()
    expect(found.locator("[role=alert]")).to_contain_text("turns.round_robin.js")
    page.unroute_all()
    assert step_through(page, ROBIN).is_visible()
    expect(found.locator("[role=alert]")).to_have_text("")
