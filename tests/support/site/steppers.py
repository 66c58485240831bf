"""The steppers on the pages, for the tests that use them."""
from __future__ import annotations

from playwright.sync_api import Locator, Page

from press.recorder.recordings import every_run
from tests.support.site.browser import Open
from tests.support.site.census import figure_id, pages_of_runs

RUNS = every_run()
PAGES = pages_of_runs(RUNS)
"""The page of each run."""

ROBIN = "turns.round_robin"

KINDS = {
    "threads": "turns.threads", "a queue": ROBIN, "levels": "composition.talk", "peers": "mainloop.loop",
    "objects": "callbacks.talk", "time": "clocks.patience", "a kernel": "kernel.two_ways",
    "cancelling": "cancellation.reader",
}
"""One run of each kind."""

SIZES = """texts => texts.map((text) => {
  const { a, b } = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
})"""
"""The sizes of letters in a drawing, as they are seen."""


def figure(page: Page, name: str) -> Locator:
    """Return the figure of a run."""
    return page.locator(f"figure#{figure_id(name)}")


def opened(reader: Open, name: str, language: str = "en", **options: object) -> Locator:
    """Open the page of a run, and its stepper; return the stage."""
    page = reader(**options).open(f"{language}/{PAGES[name]}.html")
    return step_through(page, name)


def step_through(page: Page, name: str) -> Locator:
    """Open the stepper of a run, and before it the box that the run may be folded in; return the stage."""
    for folded in figure(page, name).locator("xpath=ancestor::details[not(@open)]/summary").all():
        folded.click()
    figure(page, name).locator("button.open").click()
    stage = page.locator("dialog.stepper[open]")
    stage.wait_for()
    return stage
