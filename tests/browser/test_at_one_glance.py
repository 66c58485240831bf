"""What a panel says is in view at once and in its place, at every step, on a screen and on a telephone."""
from __future__ import annotations

from itertools import cycle

import pytest

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.drawings import no_wider
from tests.support.site.pages import LANGUAGES
from tests.support.site.steppers import KINDS, PAGES, beside

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

WINDOWS = {"a screen": (1280, 800), "a telephone": (390, 844)}

AT_ONE_GLANCE = """(panel, sought) => {
  const box = (part) => part.getBoundingClientRect();
  const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const boxes = [...panel.querySelectorAll(".when, .told, .source, .values, .outs, .bar, button, input")];
  const still = boxes.filter((part) => part.checkVisibility());
  const places = () => [box(panel), ...still.map((part) => box(part))].map(({ x, y, width, height }, _, [first]) => [
    x - first.x, y - first.y, width, height]);
  const press = (key) => panel.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const problems = new Set();
  const first = places();
  for (let last = -1; last !== panel.dataset.step; press("ArrowLeft")) last = panel.dataset.step;
  const found = () => sought && [...problems].some((words) => words.includes(sought));
  for (let last = -1; last !== +panel.dataset.step && !found(); press("ArrowRight")) {
    last = +panel.dataset.step;
    const say = (words) => problems.add(`step ${last + 1}: ${words}`);
    places().forEach((now, place) => {
      const moved = now.some((side, n) => Math.abs(side - first[place][n]) > 1);
      if (moved) say(`${still[place - 1]?.className ?? "the panel"} has moved`);
    });
    const seen = { top: 0, bottom: innerHeight };
    if (!within(box(panel), seen)) say("the panel is not in the window");
    const row = box(panel.closest(".woven").querySelector(".cursor"));
    const beside = box(panel).left > row.right - 2;
    const room = (beside ? innerHeight : box(panel).top);
    if (row.top < 0 || row.top > room - Math.min(row.height, 40)) say("the row is not in view");
    const look = (selector, outer, name) => {
      const part = panel.querySelector(selector);
      if (part && !within(box(part), box(panel.querySelector(outer)))) say(`${name} is not in view`);
    };
    look(".told .now", ".told", "what happens");
    look(".line.now", "pre", "the line");
    look(".changed", ".values", "a variable");
    look(".outs li:last-child", ".outs", "the output");
    for (const part of still) if (!within(box(part), box(panel))) say(`${part.className} sticks out`);
  }
  return [...problems];
}"""
"""Everything together in view and in its place, at every step; what is not, up to the words that are sought, if any."""


@pytest.mark.parametrize(("name", "language"), [*zip(KINDS.values(), cycle(LANGUAGES[::-1]))])
def test_everything_is_in_view_at_every_step(reader: Open, name: str, language: str) -> None:
    page = reader().open(f"{language}/{PAGES[name]}.html")
    for size, (width, height) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        panel = beside(page, name)
        assert panel.evaluate(AT_ONE_GLANCE) == [], f"on {size}"
        assert no_wider(page, width), f"on {size}"
    panel.locator(".large").click()
    assert page.locator("dialog").evaluate("(dialog) => dialog.scrollWidth") <= width, "enlarged, on a telephone"


SPOILT = {
    ".values { height: auto !important; }": "has moved",
    ".told { scroll-behavior: auto; height: 1em; }": "what happens is not in view",
    ".moment pre { height: .8em !important; }": "the line is not in view",
    ".moment { height: 8rem !important; }": "sticks out",
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
        assert [problem for problem in panel.evaluate(AT_ONE_GLANCE, words) if words in problem], rule
    panel.evaluate(SPOIL, "")
    assert panel.evaluate(AT_ONE_GLANCE) == [], "and nothing, where nothing is spoilt"
