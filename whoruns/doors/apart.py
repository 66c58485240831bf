"""Runs a test once more in a process of its own, in which no test has run before, and records that.

In the process of all tests, modules may hold by then what the first run has left: a full cache, or a lock that is bound
to the first run's loop.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from whoruns.doors import again
from whoruns.recorder.sandbox import SECONDS

START = 20
"""Seconds in which the process may start."""
QUIET = {"xdist": "-n0", "_cov": "--no-cov"}
"""By plug-ins, options that keep their hands off it."""


@dataclass(frozen=True)
class Errand:
    """What the process is to do."""

    nodeid: str
    first: str
    """The error with which the test has failed, in one line."""
    real: bool
    """Whether it runs in real time."""
    limit: float
    """Seconds that each part of the test may take then."""
    folder: str
    page: str
    """Where the page is written, in that folder."""
    lines: str
    """Where the lines on what is seen are written, as JSON: if the test has failed as it did before."""


def lines(item: pytest.Item, first: str, real: bool, limit: float, folder: Path) -> list[str] | None:
    """Record a test in a process of its own, write its page, and return lines on what is seen.

    None, and no page is written, if it does not fail as it did at `first`, or if that takes too long.
    """
    with TemporaryDirectory(prefix="whoruns-") as beside:
        to, told = Path(beside, "errand.json"), Path(beside, "lines.json")
        page = again.target(item, folder)
        errand = Errand(item.nodeid, first, real, limit, str(folder), str(page), str(told))
        to.write_text(json.dumps(asdict(errand)), "utf-8")
        command = [sys.executable, "-m", "pytest", *arguments(item, beside), f"--whoruns-apart={to}"]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, cwd=item.config.invocation_params.dir, timeout=SECONDS + START + 3 * limit * real,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
        return list(json.loads(told.read_text("utf-8"))) if told.exists() else None


def arguments(item: pytest.Item, beside: str) -> Iterator[str]:
    """Yield this run's arguments for one test, without files of this run that would be written or emptied."""
    config = item.config
    yield from (each for each in map(str, config.invocation_params.args) if each not in config.option.file_or_dir)
    yield f"{item.path}::{item.nodeid.partition('::')[2]}"
    yield f"--rootdir={config.rootpath}"
    yield from (f"--config-file={path}" for path in [config.inipath] if path)
    yield f"--basetemp={Path(beside, 'tmp')}"
    yield f"--log-file={os.devnull}"
    yield from (option for plugin, option in QUIET.items() if config.pluginmanager.hasplugin(plugin))


class Apart:
    """Does such an errand, and ends the process before any plug-in reports a run that was none."""

    def __init__(self, path: str) -> None:
        self.errand = Errand(**json.loads(Path(path).read_text("utf-8")))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run this test only."""
        items[:] = [item for item in items if item.nodeid == self.errand.nodeid]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Record it."""
        errand, follow = self.errand, item.config.getini("whoruns_follow")
        try:
            found = again.recorded(item, None, follow, errand.limit if errand.real else None)
            if found.needs_real_time:
                found = again.recorded(item, None, follow, errand.limit)
            stopped = found.seen.ending not in ("", "hangs")
            if found.seen.story is not None and not stopped and found.fails_as(errand.first):
                language = item.config.getini("whoruns_lang")
                again.write(Path(errand.folder), Path(errand.page), found.seen.page(language))
                told = again.told(found, errand.first, (), language)
                Path(errand.lines).write_text(json.dumps(told), "utf-8")
        finally:
            os._exit(0)
