"""The figures that are stepped through, for the tests that do so."""
from __future__ import annotations

from playwright.sync_api import Locator, Page

from press.figures.recordings import every_figure
from tests.support.site.browser import Open
from tests.support.site.census import pages_of_runs

RUNS = every_figure()
PAGES = pages_of_runs(RUNS)
"""The page of each run."""

ROBIN = "turns.round_robin"

KINDS = {
    "threads": "turns.threads", "a queue": ROBIN, "levels": "composition.talk", "peers": "mainloop.simple",
    "objects": "callbacks.talk", "time": "clocks.patience", "a kernel": "kernel.one",
    "cancelling": "cancellation.reader",
}
"""One run of each kind."""

def figure(page: Page, name: str) -> Locator:
    """Return the figure that shows a run."""
    return page.locator(f'figure:has(template.run[data-run="{name}"])')


def opened(reader: Open, name: str, language: str = "en", **options: object) -> Locator:
    """Open the page of a run, and go there; return the panel beside its drawing."""
    return beside(reader(**options).open(f"{language}/{PAGES[name]}.html"), name)


def beside(page: Page, name: str) -> Locator:
    """Go to the figure of a run, and open the box that it may be folded in; return its panel, when it is there."""
    for folded in figure(page, name).locator("xpath=ancestor::details[not(@open)]/summary").all():
        folded.click()
    figure(page, name).evaluate("figure => figure.scrollIntoView()")
    panel = figure(page, name).locator(".moment")
    panel.wait_for()
    return panel


def step_of(panel: Locator) -> int:
    """Return the number of the step that is shown, from 0."""
    return int(str(panel.get_attribute("data-step")))


def row_of(panel: Locator) -> int:
    """Return the number of the row that is lit, from 0."""
    lit = panel.evaluate("""panel => {
      const figure = panel.closest(".woven");
      const place = (part) => part.getAttribute("y");
      const cursor = place(figure.querySelector(".cursor:not(.also)"));
      return [...figure.querySelectorAll(".hit")].findIndex((hit) => place(hit) === cursor);
    }""")
    return int(lit)
