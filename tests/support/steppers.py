"""The steppers on the pages, for the tests that use them."""
from __future__ import annotations

from playwright.sync_api import Locator, Page

from press.recorder.kept import every_run
from tests.support.browser import Open

CHAPTERS = {
    "turns": "turns/taking-turns", "composition": "turns/pausing-inside-a-pause",
    "descriptors": "waiting/descriptors-and-sockets", "readiness": "waiting/who-is-ready",
    "mainloop": "waiting/who-is-ready", "callbacks": "callbacks/the-callback-loop", "clocks": "callbacks/time",
}
"""The folder of a listing, and the page that shows its runs."""
RUNS = every_run()
ROBIN = "turns.round_robin"


def figure(page: Page, name: str) -> Locator:
    """Give the figure of a run."""
    return page.locator(f"figure#run-{name.replace('.', '-').replace('_', '-')}")


DATA = """figure => JSON.parse(figure.querySelector("template").content.querySelector(".data").textContent)"""


def opened(reader: Open, name: str, language: str = "en", **options: object) -> Locator:
    """Open the page of a run, and its stepper; give the figure."""
    page = reader(**options).open(f"{language}/{CHAPTERS[name.split('.')[0]]}.html")
    found = figure(page, name)
    found.locator("button.open").click()
    return found
