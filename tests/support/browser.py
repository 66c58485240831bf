"""Chromium, and a server that refuses what a strict content policy refuses."""
from __future__ import annotations

import functools
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from conf import book_url
from tests.support.pages import HTML

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MISSING = "Browser tests left out: there is no Chromium. On Debian and Ubuntu: apt install chromium fonts-noto-cjk"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)


class Strict(SimpleHTTPRequestHandler):
    """Serves files with a content policy, and the page for lost links."""

    prefix = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self'")
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
    """Serve the folder below the prefix; give the address, which ends in a slash."""
    handler = type("Handler", (Strict,), {"prefix": prefix.rstrip("/")})
    with Server(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{prefix or '/'}"
        server.shutdown()
        thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Reader:
    """Somebody at a browser: opens pages, and remembers what went wrong in them."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.problems: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self.check(request.url))

    def hear(self, said: ConsoleMessage) -> None:
        """An error on the console is a problem."""
        if said.type == "error":
            self.problems.append(said.text)

    def check(self, url: str) -> None:
        """A request to another host is a problem."""
        if not url.startswith((self.address, "data:", "blob:", "file:")):
            self.problems.append(f"request to {url}")

    def open(self, path: str) -> Page:
        """Go to a page."""
        self.page.goto(self.address + path)
        return self.page


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


@pytest.fixture
def reader(browser: Browser, address: str) -> Iterator[Open]:
    """Give a function that opens a browser window; at the end, nothing may have gone wrong in any."""
    readers: list[Reader] = []

    def new(width: int = 1280, **options: object) -> Reader:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)  # type: ignore[arg-type]
        readers.append(Reader(context, address))
        return readers[-1]

    yield new
    for each in readers:
        each.context.close()
    assert [problem for each in readers for problem in each.problems] == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why there were no browser tests, if there were none."""
    if CHROMIUM is None:
        terminalreporter.write_line(MISSING)
