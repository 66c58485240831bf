"""What a panel says at each step is what happened, in view at once and in its place, on a screen and a telephone."""
from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from press.catalogue import ROOT, Listing
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.drawings import no_wider
from tests.support.site.pages import HTML, LANGUAGES
from tests.support.site.steppers import KINDS, PAGES, beside, step_of
from tests.support.site.steps import run_file
from whoruns.tests.complaints import none

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

WINDOWS = {"a screen": (1280, 800, "ArrowRight"), "a telephone": (390, 844, "ArrowDown")}
"""How large they are; on a telephone one moves from row to row."""

SEEN = """(panel) => {
  const all = (selector) => [...panel.querySelectorAll(selector)];
  const text = (selector) => all(selector).map((each) => each.textContent.trim());
  const row = panel.closest(".woven").querySelector(".cursor").getAttribute("y");
  return {
    step: +panel.dataset.step,
    row: [...panel.closest(".woven").querySelectorAll(".hit")].findIndex((hit) => hit.getAttribute("y") === row),
    time: text(".when b").at(-1),
    who: text(".when .name")[0],
    count: text(".when .count")[0],
    now: text(".told .now"),
    lines: text(".line.now"),
    place: text(".place")[0],
    stand: panel.matches(".still") ? [] : text(".line b"),
    variables: text(".variables li"),
    changed: text(".variables .changed"),
    queues: text(".queues li"),
    frames: text(".frames li"),
    states: text(".states li"),
    output: text(".outs li"),
  };
}"""
"""All that somebody sees at a step."""


AT_ONE_GLANCE = f"""(panel, {{ on = "ArrowRight", sought }}) => {{
  const box = (part) => part.getBoundingClientRect();
  const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const boxes = [...panel.querySelectorAll(".when, .told, .source, .values, .outs, .bar, button, input")];
  const still = boxes.filter((part) => part.checkVisibility());
  const places = () => [box(panel), ...still.map((part) => box(part))].map(({{ x, y, width, height }}, _, [first]) => [
    x - first.x, y - first.y, width, height]);
  const press = (key) => panel.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
  const problems = new Set(), course = [], seen = {SEEN};
  const first = places();
  press("Home"); // which is not yet the first step
  for (let last = -1; last !== panel.dataset.step; press("ArrowLeft")) last = panel.dataset.step;
  const found = () => sought && [...problems].some((words) => words.includes(sought));
  for (let last = -1; last !== +panel.dataset.step && !found(); press(on)) {{
    last = +panel.dataset.step;
    const say = (words) => problems.add(`step ${{last + 1}}: ${{words}}`);
    places().forEach((now, place) => {{
      const moved = now.some((side, n) => Math.abs(side - first[place][n]) > 1);
      if (moved) say(`${{still[place - 1]?.className ?? "the panel"}} has moved`);
    }});
    course.push(seen(panel));
    if (!within(box(panel), {{ top: 0, bottom: innerHeight }})) say("the panel is not in the window");
    const row = box(panel.closest(".woven").querySelector(".cursor"));
    const beside = box(panel).left > row.right - 2;
    const room = (beside ? innerHeight : box(panel).top);
    if (row.top < 0 || row.top > room - Math.min(row.height, 40)) say("the row is not in view");
    const look = (selector, outer, name) => {{
      const part = panel.querySelector(selector);
      if (part && !within(box(part), box(panel.querySelector(outer)))) say(`${{name}} is not in view`);
    }};
    look(".told .now", ".told", "what happens");
    look(".line.now", "pre", "the line");
    look(".changed", ".values", "a variable");
    look(".outs li:last-child", ".outs", "the output");
    for (const part of still) if (!within(box(part), box(panel))) say(`${{part.className}} sticks out`);
  }}
  return [[...problems], course];
}}"""
"""What is not in view or in its place wherever a key leads, up to the words that are sought; what is seen."""


@pytest.mark.parametrize(("name", "language"), [*zip(KINDS.values(), cycle(LANGUAGES[::-1]))])
def test_each_step_shows_what_the_file_of_the_run_says_and_all_is_in_view(
    reader: Open, name: str, language: str
) -> None:
    panel = beside(reader().open(f"{language}/{PAGES[name]}.html"), name)
    page = panel.page
    run = run_file(HTML, name, language)
    panel.locator(".large").click()
    panel.press("End")
    printed = run["steps"][step_of(panel)]["output"]
    assert panel.locator(".outs li").all_text_contents() == run["output"][:printed], "enlarged, all that was printed"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("dialog").evaluate("(dialog) => dialog.scrollWidth") <= 390, "enlarged, on a telephone"
    page.keyboard.press("Escape")
    courses = []
    for size, (width, height, key) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        problems, course = beside(page, name).evaluate(AT_ONE_GLANCE, {"on": key})
        assert problems == [], f"on {size}"
        assert no_wider(page, width), f"on {size}"
        courses.append(course)
    course = courses[0]
    assert [seen["step"] for seen in course] == [*range(len(run["steps"]))]
    for number, seen in enumerate(course):
        assert seen == {**seen, **on_panel(run, number)}
        for file, line, function in run["steps"][number]["at"][:1]:
            assert function in seen["place"] and str(line) in seen["place"]
            assert f"{run['files'][file].rpartition('.')[2]}.py" in seen["place"]
            source = Listing(run["files"][file], ROOT).source().splitlines()[line - 1].strip()
            assert [text.split("  # ")[0] for text in seen["lines"]] == [source.split("  # ")[0]]


def on_panel(run: dict[str, Any], number: int) -> dict[str, Any]:
    """Return what is to be seen at a step."""
    step = run["steps"][number]
    first, _last, _shown = run["rows"][step["row"]]
    said = [each["say"] for each in run["steps"][first : number + 1] if each["say"]]
    names = [name for name, _class in run["lanes"]]
    nobody = step["lane"] < 0 or (not step["at"] and step["kind"] in ("waits", "wakes"))
    variables = [f"{name} = {value}" for name, value in step["variables"]]
    found: dict[str, Any] = {
        "row": step["row"], "now": said[-1:], "output": run["output"][: step["output"]][-2:],
        "who": "" if nobody else names[step["lane"]],
        "states": [f"{name} {run['states'][state][1]}" for name, state in zip(names, step["states"])],
        "queues": [f"{name}: {', '.join(text for text, _class in items) or '–'}" for name, items in step["queues"]],
        "variables": variables,
        "changed": [text for (name, _value), text in zip(step["variables"], variables) if name in step["changed"]],
    }
    if not step["at"]:
        found["stand"] = [names[lane] for lane, file, *_others in step["stand"] if file >= 0]
        found["variables"] = [
            f"{names[lane]} {name} = {value}" for lane, *_others, own in step["stand"] for name, value in own
        ]
        found["lines"] = found["changed"] = found["frames"] = []
    return {name: [text.strip() for text in seen] if isinstance(seen, list) else seen for name, seen in found.items()}


SPOILT = {
    ".values { height: auto !important; }": "has moved",
    ".told { scroll-behavior: auto; height: 1em; }": "what happens is not in view",
    ".moment pre { height: .8em !important; }": "the line is not in view",
    ".moment { height: 8rem !important; overflow: visible !important; }": "sticks out",
    ".moment { position: static !important; margin-top: 60rem; }": "the panel is not in the window",
    ".outs li { position: relative; top: 20rem; }": "the output is not in view",
}
"""Rules that would spoil it, and what is seen then."""


SPOIL = """(panel, rules) => {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
  document.adoptedStyleSheets[0].replaceSync(rules);
}"""


def test_a_layout_that_is_spoilt_is_seen(reader: Open) -> None:
    name = "turns.rogue_bug"
    panel = beside(reader(width=390, height=844).open(f"en/{PAGES[name]}.html"), name)
    for rule, words in SPOILT.items():
        panel.evaluate(SPOIL, rule)
        problems, _course = panel.evaluate(AT_ONE_GLANCE, {"sought": words})
        assert [problem for problem in problems if words in problem], rule
    panel.evaluate(SPOIL, "")
    assert panel.evaluate(AT_ONE_GLANCE, {})[0] == [], "and nothing, where nothing is spoilt"


SIZES = [(390, 844), (360, 640), (667, 375), (844, 390), (780, 360), (640, 450)]
"""Telephones upright and lying, and a screen on which everything is twice as large."""

IN_SIGHT = """(panel) => {
  const box = (part) => part.getBoundingClientRect();
  const drawing = box(panel.parentElement.querySelector(".drawing"));
  const [own, bar] = [panel, panel.querySelector(".bar")].map(box);
  const end = own.left < drawing.right - 2 ? own.top : innerHeight;
  const header = panel.closest("dialog") ? 0 : box(document.querySelector(".mobile-header")).bottom;
  const high = (Math.min(drawing.bottom, end) - Math.max(drawing.top, header)) / innerHeight;
  const problems = high < 0.35 ? [`of the drawing ${Math.round(high * 100)} % of the window`] : [];
  const parts = [...panel.querySelectorAll(".when, .told .now, .place, .line.now, .bar *")];
  for (const part of parts.filter((each) => each.checkVisibility())) {
    const { top, bottom, left, right } = box(part);
    const floor = part.matches(".bar *") ? innerHeight : bar.top;
    const seen = top >= Math.max(own.top, header) - 1 && bottom <= floor + 1 && left >= own.left && right <= own.right;
    if (!seen) problems.push(part.className || part.type);
  }
  return problems;
}"""
"""What is not in sight of a drawing and its panel together."""


def hidden(reader: Open, size: tuple[int, int], rules: str = "") -> list[str]:
    """Return what is not in sight, beside a drawing and enlarged, while somebody steps through a run."""
    name = "composition.talk"
    panel = beside(reader(*size, has_touch=True, is_mobile=True).open(f"en/{PAGES[name]}.html"), name)
    panel.evaluate(SPOIL, rules)
    panel.evaluate("panel => panel.parentElement.querySelector('.drawing').scrollIntoView()")
    found = []
    for _large in range(2):
        for key in ("Home", *["ArrowDown"] * 4):
            panel.press(key)
            found += panel.evaluate(IN_SIGHT)
        panel.locator(".large").click()
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_drawing_panel_and_buttons_are_in_sight_together(reader: Open, size: tuple[int, int]) -> None:
    none(hidden(reader, size))


def test_a_panel_that_hides_its_drawing_is_seen(reader: Open) -> None:
    high = ".moment { max-height: none !important; height: 40rem !important; }"
    assert "of the drawing" in hidden(reader, (390, 844), high)[0]
    assert "back" in hidden(reader, (667, 375), ".bar { position: relative !important; top: 20rem; }")
