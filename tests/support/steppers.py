"""The steppers on the pages, for the tests that use them."""
from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page

from press.recorder.kept import every_run
from tests.support.browser import Open
from tests.support.published import HTML

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


def opened(reader: Open, name: str, language: str = "en", **options: object) -> Locator:
    """Open the page of a run, and its stepper; return the stage."""
    page = reader(**options).open(f"{language}/{CHAPTERS[name.split('.')[0]]}.html")
    return step_through(page, name)


def step_through(page: Page, name: str) -> Locator:
    """Open the stepper of a run; return the stage."""
    figure(page, name).locator("button.open").click()
    stage = page.locator("dialog.stepper[open]")
    stage.wait_for()
    return stage


def run_file(name: str, language: str = "en") -> dict[str, Any]:
    """Return what the file of a run holds, with its steps as dictionaries (press/run/stepper.py)."""
    text = (HTML / language / "_runs" / f"{name}.js").read_text("utf-8")
    found: dict[str, Any] = json.loads(text.removeprefix("bookRun(").removesuffix(");\n"))
    values = found["values"]
    found["steps"] = [dict(zip(found["fields"], (values[cell] for cell in row))) for row in found["steps"]]
    return found
