"""A figure with other values, chosen by a slider, or typed where Python is in the page."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.site import axe
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.steppers import figure, opened

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

DRAWN = """drawing => [...drawing.children].filter((part) => !part.matches(".cursor"))
  .map((part) => part.outerHTML).join("")"""
"""What is drawn, without the mark of a row: on a telephone that goes along when the page is scrolled."""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_keys_choose_another_run_and_it_is_told(reader: Open, language: str) -> None:
    panel = opened(reader, "limits.retry", language, width=390, height=844, has_touch=True, bypass_csp=True)
    page, this = panel.page, figure(panel.page, "limits.retry")
    limit, attempt = this.locator(".vary [type=range]").all()
    status, drawing = this.locator(".vary [role=status]"), this.locator(".drawing > svg")
    before = drawing.evaluate(DRAWN)
    assert status.inner_text().endswith("no tea at 10.0")
    attempt.focus()
    page.keyboard.press("End")
    expect(status).to_contain_text("tea at 5.0")
    expect(attempt).to_have_attribute("aria-valuetext", "6")
    expect(this.locator(".moment")).to_have_count(1)
    expect(this.locator("tbody")).not_to_contain_text("10 s")
    limit.focus()
    page.keyboard.press("Home")
    expect(status).to_contain_text("no tea at 4.0")
    for element in (limit, attempt):
        size = element.bounding_box()
        assert size and min(size["width"], size["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    axe.none(page, ".vary")
    page.keyboard.press("End")
    attempt.focus()
    page.keyboard.press("Home")
    expect(status).to_contain_text("no tea at 10.0")
    assert drawing.evaluate(DRAWN) == before


def test_a_variant_that_does_not_come_is_not_told(reader: Open) -> None:
    panel = opened(reader, "limits.retry", "en")
    page, this = panel.page, figure(panel.page, "limits.retry")
    attempt, status = this.locator(".vary [type=range]").last, this.locator(".vary [role=status]")
    attempt.focus()
    page.keyboard.press("End")
    expect(status).to_contain_text("tea at 5.0")
    page.evaluate("() => { document.head.append = ({ onerror }) => onerror(); }")
    page.keyboard.press("ArrowLeft")
    expect(attempt).to_have_attribute("aria-valuetext", "6")
    expect(status).to_contain_text("tea at 5.0")
