"""Python comes into a page, has no way out of it, and can be stopped."""
from __future__ import annotations

from tests.playground.pyodide_attacks import WAYS_OUT, gets_out, lacking
from tests.support.site.browser import Reader
from tests.support.site.in_page import Ask
from tests.support.site.pages import HTML


def test_python_comes_when_it_is_asked(fresh_python: tuple[Ask, Reader]) -> None:
    ask, window = fresh_python
    assert window.page.locator("iframe").count() == 0
    first = ask("version")
    assert first["version"].startswith("3.14")
    assert first["shares"] == sorted(first["shares"]) and len(first["shares"]) > 8 and first["shares"][-1] == 1
    assert ask("version")["shares"] == []  # it is there
    assert window.page.locator("iframe").is_hidden()


def test_without_its_files_it_says_so_and_tries_again(fresh_python: tuple[Ask, Reader]) -> None:
    ask, window = fresh_python
    window.page.route("**/run/part-3.js*", lambda route: route.abort())
    assert ask("version")["trouble"] == "load"
    window.page.unroute_all()
    assert "version" in ask("version")
    window.problems.clear()  # Chromium says on the console that a file is missing


def test_without_the_policy_of_the_frame_there_would_be_one(fresh_python: tuple[Ask, Reader]) -> None:
    _ask, window = fresh_python
    ask = lacking(["walls.close();", "lose();"], window)
    frame = (HTML / "python.html").read_text("utf-8").replace("default-src 'none'", "default-src *")
    frame = frame.replace("default-src &#x27;none&#x27;", "default-src *")
    window.page.route("**/python.html", lambda route: route.fulfill(body=frame, content_type="text/html"))
    assert gets_out(WAYS_OUT["a request"], ask)[0]
    window.problems.clear()  # what comes back is not for this origin, the console says
