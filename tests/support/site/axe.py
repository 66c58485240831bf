"""Axe, which looks whether everybody can use a page."""
from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ALL = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
"""All rules; of passed ones, axe names one example and not each element, which takes it longer than to look."""


def none(page: Page, context: str | None = None) -> None:
    """Axe finds nothing, and no target that is too small."""
    report = Axe().run(page, context=context, options=ALL)
    assert report.response["passes"]
    assert report.response["violations"] == [], report.generate_report()
