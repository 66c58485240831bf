"""A window that goes from test to test has forgotten the one before, and asks no other host."""
from __future__ import annotations

import pytest

from tests.support.site.browser import CHROMIUM, MISSING, Windows

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

LEFT = """[localStorage.length, sessionStorage.length, innerWidth, matchMedia("print").matches,
          matchMedia("(prefers-color-scheme: dark)").matches, document.documentElement.lang]"""


def test_it_is_used_again_and_has_forgotten_everything(windows: Windows) -> None:
    first = windows.take(color_scheme="dark")
    page = first.open("pl/sources.html")
    new = page.evaluate(LEFT)
    page.evaluate("localStorage.theme = sessionStorage.place = 'x'")
    page.emulate_media(media="print", color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 900})
    page.route("**", lambda route: route.abort())
    assert page.evaluate(LEFT) != new
    assert windows.take() is not first
    assert windows.take_back() == []
    again = windows.take(color_scheme="dark")
    assert again is first
    assert again.open("pl/sources.html").evaluate(LEFT) == new
    again.page.evaluate("console.error('spoilt')")
    alone = windows.take(alone=True)
    assert windows.take_back() == ["spoilt"]
    assert windows.take(color_scheme="dark") not in (again, alone)
    assert windows.take_back() == []


@pytest.mark.parametrize(("bypass_csp", "told"), [(False, "violates"), (True, "ERR_NAME_NOT_RESOLVED")])
def test_a_request_to_another_host_is_a_problem(windows: Windows, bypass_csp: bool, told: str) -> None:
    """The policy of the site refuses it; where a test does without one, there is no other host."""
    page = windows.take(alone=True, bypass_csp=bypass_csp).open("en/sources.html")
    with page.expect_console_message():
        page.evaluate("() => { new Image().src = 'https://192.0.2.1/x.png'; }")
    assert told in "".join(windows.take_back())
