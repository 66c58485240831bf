"""Sybil runs every session, page doctest, docstring doctest and README example."""
from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.parsers.myst import CodeBlockParser
from sybil.sybil import SybilCollection

from press.catalogue import ROOT
from press.conversation.play import missing_tools
from press.conversation.script import every_conversation, read
from press.leaks import no_leaks
from press.proof import run_commands, run_doctest
from tests.support.pythons import summary

# Ctrl-C stops the servers; a shell that starts `make test &` lets it be ignored by all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = [
    "tests.support.site.browser", "tests.support.listings", "tests.support.peers.served", "tests.support.tiny.book",
    "tests.support.tiny.run",
]


def evaluate_session(example: Example) -> str:
    """Run a whole session or fence, or what a docstring shows, in a namespace of its own."""
    shift = getattr(example.parsed, "line_offset", -1) + 1
    return run_doctest(example.parsed, Path(example.path).stem, example.path, example.line - 1 + shift)


def evaluate_commands(example: Example) -> str:
    """Run the commands of a console fence."""
    return run_commands(example.parsed, ROOT)


def whole_session(document: Document) -> Iterator[Region]:
    """A session file is one example."""
    yield Region(0, len(document.text), document.text, evaluate_session)


def shown_in_docstring(document: Document) -> Iterator[Region]:
    """The part of a docstring from the first prompt to the end is one example."""
    start = document.text.find(">>> ")
    if start >= 0:
        start = document.text.rfind("\n", 0, start) + 1
        yield Region(start, len(document.text), document.text[start:].rstrip(" "), evaluate_session)


FENCES = [CodeBlockParser("pycon", evaluate_session), CodeBlockParser("console", evaluate_commands)]

pytest_collect_file = SybilCollection(
    [
        Sybil([whole_session], path="listings", patterns=["*.pycon"], name="session"),
        Sybil(FENCES, patterns=["*.md"], name="page"),
        Sybil([shown_in_docstring], path="ghetto_asyncio", patterns=["*.py"], name="docstring"),
    ]
).pytest()


@pytest.fixture(autouse=True)
def _clean(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test leaves anything behind; a browser does so in its own time."""
    with nullcontext() if "browser" in request.fixturenames else no_leaks():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Let tests run loops of asyncio although Playwright keeps one running in this thread, in another greenlet."""
    running = None if "browser" in getattr(item, "fixturenames", ()) else asyncio._get_running_loop()
    if running is None:
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(running)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say under which Pythons the listings were proved, and what of the conversations could not be played."""
    terminalreporter.write_line(summary())
    for name in every_conversation(ROOT):
        for notice in missing_tools(read(name, ROOT)):
            terminalreporter.write_line(notice)
