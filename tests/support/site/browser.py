"""Chromium, and a server that sends the headers with which the site is delivered."""
from __future__ import annotations

import asyncio
import functools
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from conf import book_url
from press.theme.headers import headers
from tests.support.site.pages import HTML
from whoruns.tests.complaints import none

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The names of Chromium; without windows of its own it needs a third less of the processor."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
MISSING = "Browser tests left out: there is no Chromium. On Debian: apt install chromium-headless-shell fonts-noto-cjk"
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
NO_FIREFOX = "Firefox left out: it is not there. On Debian: apt install firefox-esr"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # and a request to another host is told on the console
)


BLANK = "blank"
"""An empty page of the site."""


class Strict(SimpleHTTPRequestHandler):
    """Serves files with their headers, and the page for lost links."""

    prefix = ""

    def do_GET(self) -> None:
        if self.path != f"{self.prefix}/{BLANK}":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b'<link rel="icon" href="en/_static/favicon.svg">')  # or the browser asks for another
        return None

    def end_headers(self) -> None:
        for name, value in headers("/" + self.path.removeprefix(self.prefix).lstrip("/")).items():
            self.send_header(name, value)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self.prefix))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        lost = Path(self.directory) / "404.html"
        if code != 404 or self.path.endswith((".js", ".css", ".svg", ".ico")) or not lost.exists():
            return super().send_error(code, message, explain)
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(lost.read_bytes())
        return None

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A browser that has gone away in the middle of an answer is no error."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


@contextmanager
def serve(folder: Path, prefix: str = "") -> Iterator[str]:
    """Serve the folder below the prefix; return the address, which ends in a slash."""
    handler = type("Handler", (Strict,), {"prefix": prefix.rstrip("/")})
    with Server(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{prefix or '/'}"
        finally:  # or a test that fails would never end
            server.shutdown()
            thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as play:
        asyncio.get_running_loop().set_debug(False)  # Playwright's own: not ours to examine, and slow
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Reader:
    """A window of a browser: opens pages, and keeps their problems."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.problems: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def hear(self, said: ConsoleMessage) -> None:
        """An error on the console is a problem."""
        if said.type == "error":
            self.problems.append(said.text)

    def open(self, path: str) -> Page:
        """Go to a page."""
        self.page.goto(self.address + path)
        return self.page


class Windows:
    """The windows of a browser; one that a test is done with is tidied, and the next that wants its like has it.

    A new window costs a third of a second, and another page in the same one a fifth of that.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.free: dict[str, list[Reader]] = {}
        self.taken: dict[Reader, tuple[str, dict[str, Any]]] = {}

    def take(self, width: int = 1280, height: int = 900, alone: bool = False, **options: Any) -> Reader:
        """Return a window of this size and with these options of Playwright.

        `alone`: one that no other test has before or afterwards, for tests that do things to it
        that tidying does not undo (scripts put into each page, a slowed machine, no network).
        """
        kind = "" if alone else repr(sorted(options.items()))
        if kind and self.free.get(kind):
            found = self.free[kind].pop()
            found.page.set_viewport_size({"width": width, "height": height})
        else:
            context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
            found = Reader(context, self.address)
        self.taken[found] = kind, options
        return found

    def take_back(self) -> list[str]:
        """Close or tidy all windows that were taken; return their problems."""
        problems = []
        for window, (kind, options) in self.taken.items():
            problems += window.problems
            if kind and not window.problems and window.address == self.address:
                self.tidy(window, options)
                self.free.setdefault(kind, []).append(window)
            else:
                window.context.close()
        self.taken.clear()
        return problems

    def tidy(self, window: Reader, options: dict[str, Any]) -> None:
        """Leave the page, and forget its storage and its media settings."""
        for page in window.context.pages:
            if page is not window.page:
                page.close()
        window.context.unroute_all()
        window.page.unroute_all()
        window.open(BLANK)
        window.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        window.page.emulate_media(
            media="null", color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "no-preference"),
            forced_colors=options.get("forced_colors", "none"),
        )
        window.page.mouse.move(0, 0)


Open = Callable[..., Reader]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The site, as it is published: below the path of its address."""
    with serve(HTML, urlsplit(book_url).path) as url:
        yield url


@pytest.fixture(scope="session")
def windows(browser: Browser, address: str) -> Windows:
    return Windows(browser, address)


@pytest.fixture
def reader(windows: Windows) -> Iterator[Open]:
    """Return a function that opens a browser window (Windows.take); at the end, nothing may have gone wrong in any."""
    yield windows.take
    none(windows.take_back())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why there were no browser tests, if there were none."""
    for browser, missing in ((CHROMIUM, MISSING), (FIREFOX, NO_FIREFOX)):
        if browser is None:
            terminalreporter.write_line(missing)
