"""A plug-in of pytest: an async test that fails, hangs or leaves tasks behind is run again, recorded and drawn.

Of a test that passes, no more is done than to hear which tasks are pending when its loop ends.
"""
from __future__ import annotations

import argparse
import inspect
import os
import sys
import threading
import time
from collections.abc import Generator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from whoruns.wording import LANGUAGES, SOURCE, _, speaking

if TYPE_CHECKING:
    from whoruns.doors.heard import Heard

MODES = ("always", "failed", "off")
MOST = 50
"""So many tests are recorded in a run, unless all are to be."""
LONG = 1.0
"""Seconds: a test that is interrupted after them seems to hang."""
FOLDER = ".whoruns"
MARK = (
    'whoruns(mode): "always" to record this test whenever it is run, "off" never to do so;'
    ' else it is recorded when it fails, hangs or leaves tasks behind'
)
PATIENCE = 20.0
"""Seconds that each part of a test may take that is recorded in real time, if there is no other limit."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("whoruns", "who ran when, line by line, in async tests")
    group.addoption(
        "--whoruns", choices=MODES, default="failed",
        help="which async tests are run again, recorded and drawn: those that fail, hang or leave tasks behind "
        "(failed, the default), all, or none",
    )
    group.addoption("--whoruns-folder", metavar="FOLDER", help=f"where pages are written; else in {FOLDER}, in rootdir")
    group.addoption(
        "--whoruns-limit", metavar="SECONDS", type=float, help="a test that takes longer fails, as one that hangs"
    )
    group.addoption("--whoruns-apart", metavar="ERRAND", help=argparse.SUPPRESS)
    languages = ", ".join(LANGUAGES)
    parser.addini("whoruns_lang", f"the language of pages, and of what is said of tests: {languages}", default=SOURCE)
    parser.addini("whoruns_follow", "files and folders whose lines are followed; else those that a test uses", "paths")


def pytest_configure(config: pytest.Config) -> None:
    """Begin, if tests may be recorded here."""
    config.addinivalue_line("markers", MARK)
    if config.option.whoruns_apart:
        from whoruns.doors.apart import Apart

        config.pluginmanager.register(Apart(config.option.whoruns_apart), "whoruns-apart")
    elif config.option.whoruns != "off" and not config.option.usepdb and not config.option.trace:
        config.pluginmanager.register(Recording(config), "whoruns-recording")
    if config.option.whoruns_limit:
        config.pluginmanager.register(Limit(config.option.whoruns_limit), "whoruns-limit")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse marks that say nothing."""
    for item in items:
        mark = item.get_closest_marker("whoruns")
        if mark is not None and (len(mark.args) != 1 or mark.args[0] not in ("always", "off") or mark.kwargs):
            raise pytest.UsageError(f'{item.nodeid}: a mark is whoruns("always") or whoruns("off")')


class Recording:
    """Records tests after they have been run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.folder = Path(config.invocation_params.dir, config.option.whoruns_folder or config.rootpath / FOLDER)
        self.heard: Heard | None = None
        self.failed: tuple[pytest.TestReport, BaseException] | None = None
        """Of the test that runs: the report that it has failed, and the error."""
        self.passed = False
        self.language = config.getini("whoruns_lang")
        self.told: list[tuple[str, str]] = []
        """Of tests whose report does not say it: the id, and lines."""
        self.shown: list[tuple[str, str]] = []
        """Of the others, likewise."""
        self.number = self.unrecorded = 0
        self.threads = {threading.current_thread()}
        """Those that do not count: pytest's, and other plug-ins' that wait for their own ends of sockets."""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        """Take note of the threads that there are before all tests."""
        self.threads |= {*threading.enumerate()}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Run a test as ever, and then, if there is a reason, once more."""
        self.failed, self.passed = None, False
        heard, begin = self.listen(), time.monotonic()
        closed = heard.closed if heard else 0
        try:
            result = yield
        except KeyboardInterrupt as error:
            if time.monotonic() - begin > LONG and not hasattr(self.config, "workeroutput"):
                item.session._setupstate.teardown_exact(None)
                self.consider(item, None, error, closed)
            raise
        stops = item.session.shouldfail or item.session.shouldstop
        failed = self.failed is not None and self.failed[0].failed
        self.consider(item, None if stops else nextitem, self.failed[1] if self.failed and failed else None, closed)
        return result

    def pytest_exception_interact(self, node: pytest.Item, call: pytest.CallInfo[None], report: object) -> None:
        """A test has failed, and is not expected to."""
        known = self.failed is not None and self.failed[0].failed  # other plug-ins may run a test several times
        if isinstance(report, pytest.TestReport) and call.excinfo is not None and not known:
            self.failed = report, call.excinfo.value

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take note that a test has passed."""
        self.passed |= report.when == "call" and report.passed

    def listen(self) -> Heard | None:
        """Listen to asyncio, as soon as it is used here."""
        if self.heard is None and "asyncio.runners" in sys.modules:
            from whoruns.doors.heard import Heard

            self.heard = Heard(str(self.config.rootpath))
            self.heard.begin()
        if self.heard is not None:
            self.heard.left.clear()
        return self.heard

    def consider(
        self, item: pytest.Item, nextitem: pytest.Item | None, error: BaseException | None, closed: int
    ) -> None:
        """Record a test that was run, if there is a reason; `closed`: how many loops had been closed before it."""
        heard = self.heard
        mark = item.get_closest_marker("whoruns")
        mode = mark.args[0] if mark else self.config.option.whoruns
        left = list(heard.left) if heard and self.passed and error is None else []
        own = heard is not None and heard.closed > closed
        is_async = own or inspect.iscoroutinefunction(getattr(item, "function", None))
        wanted = error or left or (mode == "always" and (own or self.passed))
        if heard is None or not is_async or mode == "off" or not wanted:
            return
        self.number += 1
        if self.number > MOST and mode != "always":
            self.unrecorded += 1
            return
        heard.end()
        try:
            lines = self.lines(item, nextitem, error, left, own)
        except Exception as wrong:  # which fails no test
            with speaking(self.language):
                lines = [_("It is not recorded: {error}").format(error=f"{type(wrong).__name__}: {wrong}")]
        finally:
            heard.begin()
        if lines:
            self.tell(item.nodeid, "\n".join(lines))

    def lines(
        self, item: pytest.Item, nextitem: pytest.Item | None, error: BaseException | None, left: list[str], own: bool
    ) -> list[str]:
        """Record a test, write its page, and return lines on what is seen; none if there is nothing to be drawn.

        Time is real if the loop is not the test's `own`, as that has timers already, if other threads run, for which
        no clock may jump, or if the test needs threads or the like; who has interrupted a test does not wait for that,
        nor for a process of its own, in which a test is recorded that has not failed here as it did before.
        """
        from whoruns.doors import again, apart

        found, interrupted = None, isinstance(error, KeyboardInterrupt)
        limit = self.config.option.whoruns_limit or PATIENCE
        if own and not {*threading.enumerate()} - self.threads:
            found = again.recorded(item, nextitem, self.config.getini("whoruns_follow"))
        if (found is None or found.needs_real_time) and not interrupted:
            found = again.recorded(item, nextitem, self.config.getini("whoruns_follow"), limit)
        if found is None:
            return []
        first, path = again.failure(error) if error else None, again.target(item, self.folder)
        place = os.path.relpath(path, self.config.invocation_params.dir)
        if first and not found.fails_as(first) and not interrupted:
            lines = apart.lines(item, first, found.seen.real, limit, self.folder)
            if lines is not None:
                return [place, *lines]
        if found.seen.story is None:
            return []
        again.write(self.folder, path, found.seen.page(self.language))
        return [place, *again.told(found, first, left, self.language)]

    # ---- what is told

    def tell(self, nodeid: str, text: str) -> None:
        """Tell it with the report of the test's failure, if that is still to be shown; else at the end."""
        option = self.config.option
        shown = option.tbstyle not in ("no", "line") and option.showcapture == "all"
        if self.failed and self.failed[0].failed and shown and not hasattr(self.config, "workeroutput"):
            self.failed[0].sections.append(("whoruns", text))
            self.shown.append((nodeid, text))
        else:
            self.told.append((nodeid, text))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Hand on what there is to be told, as a worker of xdist, or to the file of --junitxml."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["whoruns"] = self.told, self.unrecorded
        elif (xml := getattr(self.config.option, "xmlpath", None)) and (self.told or self.shown):
            from whoruns.doors.junit import add

            path = Path(os.path.expanduser(os.path.expandvars(xml)))
            add(path.absolute(), [*self.shown, *self.told], self.config.option.junitprefix or "")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker of xdist has to tell."""
        told, unrecorded = getattr(node, "workeroutput", {}).get("whoruns", ((), 0))
        self.told += told
        self.unrecorded += unrecorded

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Tell it at the end."""
        if self.told or self.unrecorded:
            terminalreporter.section("whoruns")
        for nodeid, text in self.told:
            terminalreporter.write_line(nodeid)
            for line in text.splitlines():
                terminalreporter.write_line(f"    {line}")
        if self.unrecorded:
            with speaking(self.language):
                words = _("{number} more tests are not recorded: run them alone").format(number=self.unrecorded)
            terminalreporter.write_line(words)

    def pytest_unconfigure(self) -> None:
        """Listen no more."""
        if self.heard is not None:
            self.heard.end()


class Limit:
    """Lets a test fail that takes too long, in the main thread."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def _limited(self) -> AbstractContextManager[None]:
        from whoruns.doors.limit import limited

        return nullcontext() if recording() else limited(self._seconds)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None, object, object]:
        """Limit the time of fixtures."""
        with self._limited():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """Limit the time of a test."""
        with self._limited():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        """Limit the time of the ends of fixtures."""
        with self._limited():
            return (yield)


def recording() -> bool:
    """Say whether a test is being recorded, whose time is limited otherwise."""
    program = sys.modules.get("whoruns.program")
    return program is not None and bool(program._recorded)
