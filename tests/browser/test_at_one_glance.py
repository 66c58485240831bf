"""Everything of a stepper is in view at once and in its place, at every step, on a screen and on a telephone."""
from __future__ import annotations

from itertools import cycle

import pytest

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import LANGUAGES
from tests.support.site.steppers import KINDS, PAGES, SIZES, step_through

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

WINDOWS = {"a screen": (1280, 800), "a telephone": (390, 844)}

AT_ONE_GLANCE = """(stage, sought) => {
  const box = (part) => part.getBoundingClientRect();
  const all = (selector) => [...stage.querySelectorAll(selector)].filter((part) => part.checkVisibility());
  const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
    && inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  const seen = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  const still = "button, input, select, summary, .status, .drawing, .files, .stack, .values > div > div";
  const places = () => all(still).map((part) => [part.className || part.dataset.do || part.tagName, box(part)]);
  const press = (key) => stage.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const problems = new Set();
  const [page, first] = [scrollY, places()];
  press("Home");
  const found = () => sought && [...problems].some((words) => words.includes(sought));
  for (let last = -1; last !== +stage.dataset.step && !found(); press("ArrowRight")) {
    last = +stage.dataset.step;
    const say = (words) => problems.add(`step ${last + 1}: ${words}`);
    places().forEach(([name, now], place) => {
      if (!within(now, seen)) say(`${name} is not in the window`);
      const then = first[place]?.[1] ?? {};
      const moved = ["x", "y", "width", "height"].some((side) => !(Math.abs(now[side] - then[side]) <= 1));
      if (moved) say(`${name} has moved`);
    });
    const look = (selector, outer, name) => {
      const frame = box(stage.querySelector(outer));
      for (const part of all(selector)) if (!within(box(part), frame)) say(`${name} is not in view`);
    };
    const status = stage.querySelector(".status");
    if (status.scrollHeight > status.clientHeight + 1) say("what happens is cut off");
    if (stage.querySelector(".status code").textContent && !all(".line.now").length) say("no line is marked");
    look(".line.now", ".code:not([hidden]) pre", "the marked line");
    const [row, frame, head] = [".turn.now .hit", ".drawing", ".heads"].map((part) => box(stage.querySelector(part)));
    const room = frame.bottom - head.bottom;
    if (room < 40) say("the names leave no room for the figure");
    const seenOfRow = Math.min(row.bottom, frame.bottom) - Math.max(row.top, head.bottom);
    if (seenOfRow < Math.min(row.height, room) - 2) say("the row of the figure is not in view");
    look(".variables li.changed:last-of-type", ".variables", "a variable");
    look(".output li:last-child", ".output", "the output");
  }
  if (scrollY !== page) problems.add("the page below has moved");
  return [...problems];
}"""
"""Everything together in view and in its place, at every step; what is not, up to the words that are sought, if any."""


@pytest.mark.parametrize(("name", "language"), [*zip(KINDS.values(), cycle(LANGUAGES[::-1]))])
def test_everything_is_in_view_at_every_step(reader: Open, name: str, language: str) -> None:
    page = reader().open(f"{language}/{PAGES[name]}.html")
    for size, (width, height) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        stage = step_through(page, name)
        assert stage.evaluate(AT_ONE_GLANCE) == [], f"on {size}"
        assert min(stage.locator(".drawing text").evaluate_all(SIZES)) >= 9, f"on {size}"
        page.keyboard.press("Escape")


SPOILT = {
    ".values, .variables { flex: none !important; max-height: none !important; }": "has moved",
    "dialog.stepper { height: 1300px !important; }": "next is not in the window",
    ".stepper .status { height: auto !important; }": "has moved",
    ".stepper .status { height: 1.2em !important; }": "what happens is cut off",
    ".files pre { overflow: visible !important; flex: none !important; }": "the marked line is not in view",
    ".stepper .stack { height: auto !important; }": "stack has moved",
    "dialog.stepper .drawing svg { margin-top: 60rem; }": "the row of the figure is not in view",
    ".output ul { position: relative; top: 20rem; }": "the output is not in view",
}
"""Rules that would spoil it, and what is seen then."""


SPOIL = """(stage, rules) => {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
  document.adoptedStyleSheets[0].replaceSync(rules);
}"""


def test_a_layout_that_is_spoilt_is_seen(reader: Open) -> None:
    name = "turns.timer_interrupt"
    page = reader(width=390, height=844).open(f"en/{PAGES[name]}.html")
    for rule, words in SPOILT.items():
        stage = step_through(page, name)
        stage.evaluate(SPOIL, rule)
        assert [problem for problem in stage.evaluate(AT_ONE_GLANCE, words) if words in problem], rule
        stage.evaluate(SPOIL, "")
        page.keyboard.press("Escape")
    assert step_through(page, name).evaluate(AT_ONE_GLANCE) == [], "and nothing, where nothing is spoilt"
