"""Sybil runs every session, page doctest, docstring doctest and README example."""
from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import Iterator

import pytest

from press.catalogue import ROOT
from press.conversation.script import every_conversation, read
from press.leaks import no_leaks
from tests.support.peers.play import missing_tools
from tests.support.pythons import summary
from tests.support.sessions import documents, side_by_side

# Ctrl-C stops the servers; a shell that starts `make test &` lets it be ignored by all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = [
    "tests.support.site.browser", "tests.support.site.in_page", "tests.support.listings", "tests.support.peers.served",
    "tests.support.recorded", "tests.support.tiny.book", "tests.support.tiny.run",
]

gc.disable()  # until all tests are found: a fifth of the time for that went into looking for circles
pytest_collect_file = documents(ROOT).pytest()
pytest_collection_modifyitems = side_by_side


def pytest_collection_finish() -> None:
    """From here on, circles are looked for."""
    gc.enable()


@pytest.fixture(autouse=True)
def _clean(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test leaves anything behind; a browser does so in its own time."""
    if "browser" not in request.fixturenames:
        with no_leaks():
            yield
    else:
        gc.freeze()  # what all tests before have left in caches need not be looked through again and again
        yield
        gc.unfreeze()


@pytest.fixture(autouse=True)
def _heard() -> Iterator[None]:
    """What a test sets of uvicorn's loggers, as each of its servers does, is undone: the next one may listen."""
    loggers = [logging.getLogger(name) for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")]
    before = [(logger.level, logger.propagate, logger.handlers[:]) for logger in loggers]
    yield
    for logger, (level, propagate, handlers) in zip(loggers, before):
        logger.setLevel(level)
        logger.propagate, logger.handlers = propagate, handlers


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
