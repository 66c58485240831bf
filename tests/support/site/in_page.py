"""Python in a page: `make pyodide` asks it, with the policy and the headers of the published site."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.site.browser import Open, Reader, Windows

ASK = """async ([request, options]) => {
  const shares = [];
  try {
    return { ...await bookPython.ask(request, { ...options, progress: (share) => shares.push(share) }), shares };
  } catch ({ trouble, message }) { return { trouble, message, shares }; }
}"""

Ask = Callable[..., dict[str, Any]]
"""Asks Python in a page: a request of press/playground/replies.py by its names; the answer, or the trouble."""


def asking(window: Reader) -> Ask:
    """Load Python's side of a page into it, and return the function that asks."""
    window.page.evaluate(
        """() => new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement("script"),
           { src: `${document.documentElement.dataset.content_root}../run/python.js`, onload, onerror })))"""
    )

    def ask(do: str, seconds: float = 60, **given: Any) -> dict[str, Any]:
        found: dict[str, Any] = window.page.evaluate(ASK, [{"do": do, "language": "en", **given}, {"seconds": seconds}])
        return found

    return ask


@pytest.fixture(scope="module")
def python(browser: Browser, address: str) -> Iterator[Ask]:
    """Python in a page of the book, which all tests of a module ask; nothing may go wrong in the page."""
    windows = Windows(browser, address)  # of its own: `reader` takes back, after one test, whatever it lent
    window = windows.take(alone=True)
    window.open("en/index.html")
    yield asking(window)
    assert windows.take_back() == []


@pytest.fixture
def fresh_python(reader: Open) -> tuple[Ask, Reader]:
    """Python in a page, without any request before, and the page."""
    window = reader(alone=True)
    window.open("en/index.html")
    return asking(window), window
