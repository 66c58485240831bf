"""The steppers on the pages, for the tests that use them."""
from __future__ import annotations

from playwright.sync_api import Locator, Page

from press.recorder.kept import every_run
from tests.support.browser import Open
from tests.support.census import figure_id, pages_of_runs

RUNS = every_run()
PAGES = pages_of_runs(RUNS)
"""The page of each run."""

CHAPTERS = {name.split(".")[0]: page for name, page in PAGES.items()}
"""The folder of a listing, and the page that shows its runs."""

ROBIN = "turns.round_robin"


def figure(page: Page, name: str) -> Locator:
    """Return the figure of a run."""
    return page.locator(f"figure#{figure_id(name)}")


DATA = """figure => JSON.parse(figure.querySelector("template").content.querySelector(".data").textContent)"""


def opened(reader: Open, name: str, language: str = "en", **options: object) -> Locator:
    """Open the page of a run, and its stepper; give the figure."""
    page = reader(**options).open(f"{language}/{PAGES[name]}.html")
    found = figure(page, name)
    found.locator("button.open").click()
    return found
