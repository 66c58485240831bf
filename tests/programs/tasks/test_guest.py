"""The guest at asyncio's table is judged by CPython's own tests, and the page says truly how that ended."""
from __future__ import annotations

import json
import re
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from ghetto_asyncio.tasks import guest
from press.catalogue import ROOT
from tests.support.judges import cpython, cpython_loop
from tests.support.judges.table import table
from tests.support.shell import finish, python, start
from whoruns.tests.pythons import pythons

Task: Any = guest.Task


class Job(NamedTuple):
    """Who is judged, with which kind of questions, and by which module of tests/support/judges."""

    module: str
    kind: str
    judge: ModuleType = cpython


PLAIN, COMPANY, HELPERS = (Job("tasks.guest", kind) for kind in cpython.KINDS)
MISTAKES = Job("tasks.blog_bug", "protocol")
LOOP = Job("service.loop", "", cpython_loop)
CHAPTER = ROOT / "docs/yours/a-loop-that-fastapi-takes.md"
LEAST = {
    PLAIN: {"test_futures": 50, "test_tasks": 110, "test_futures2": 1},
    COMPANY: {"test_futures": 40, "test_tasks": 310},
    HELPERS: {
        "test_locks": 70, "test_queues": 44, "test_taskgroups": 35, "test_timeouts": 30, "test_waitfor": 15,
        "test_pep492": 10, "test_threads": 6, "test_tasks": 31, "test_futures2": 1,
    },
}
"""How many tests there are at the least, in any Python: nobody is praised for tests that were not run."""
LEAST_OF_LOOP = {
    "test_events": 24, "test_sock_lowlevel": 6, "test_streams": 55, "test_locks": 70, "test_queues": 44,
    "test_taskgroups": 35, "test_timeouts": 30, "test_waitfor": 15,
}
ROWS = {
    "a future": (PLAIN, r"test_futures"),
    "a task": (PLAIN, r"test_tasks|test_futures2"),
    "subclasses, mixed company": (COMPANY, r".*"),
    "what is built on them": (HELPERS, r".*"),
    "a loop": (LOOP, r".*"),
    "a future with mistakes": (MISTAKES, r"test_futures"),
    "a task with mistakes": (MISTAKES, r"test_tasks|test_futures2"),
}
"""The rows of the table on the page: whose they are, and which modules of CPython's tests they count."""
ALONE = """
import os, runpy, sys
sys.path.insert(0, sys.argv.pop(1))
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
"""Runs a module from a folder, and lets nobody hear what is logged meanwhile."""
Said = dict[str, Any]
"""What the judges said, by version of Python."""


def judge(*jobs: Job) -> Said:
    """Have CPython's tests run on each Python that has them, on all at the same time; several jobs are of one guest."""
    module, kinds = f"ghetto_asyncio.{jobs[0].module}", [job.kind for job in jobs if job.kind]
    command: tuple[str | Path, ...] = ("-I", "-c", ALONE, ROOT, jobs[0].judge.__name__, module, *kinds)
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(start(executable, *command)) for version, executable in pythons().items()
        }
        judged = {version: json.loads(finish(process).said) for version, process in started.items()}
    if not any(judged.values()):
        pytest.skip("no Python here has its `test` package, so nobody judges the guest")
    return {version: said for version, said in judged.items() if said}


def wrong(text: str, job: Job, judged: Said) -> list[str]:
    """Say which number of the page is not what was counted by the Python of that very version."""
    return [
        f"{row}, Python {version}: {counted}, and not {cells[version]}"
        for row, cells in table(text).items()
        for version in cells.keys() & judged
        if ROWS[row][0] == job
        for counted in [" of ".join(str(total(judged[version][how], ROWS[row][1])) for how in ("passed", "run"))]
        if counted != cells[version]
    ]


def total(counted: dict[str, int], modules: str) -> int:
    """Add up the tests of some modules."""
    return sum(number for module, number in counted.items() if re.fullmatch(modules, module))


def of_kind(job: Job, judged: Said) -> Said:
    """Return what was said of a kind of questions."""
    return {version: said[job.kind] for version, said in judged.items()}


def page() -> str:
    """Return the page."""
    return (ROOT / "docs/appendix/a-guest.md").read_text("utf-8")


def test_the_guest_passes_everything() -> None:
    judged = judge(*LEAST)
    for job, version in product(LEAST, judged):
        said = judged[version][job.kind]
        assert said["bad"] == {}, f"Python {version}"
        assert said["run"] == said["passed"]
        forgotten = "neither asked nor named in NOT_ASKED of tests/support/judges/cpython.py"
        assert not said["forgotten"], f"Python {version}: {forgotten}"
        few = [module for module, least in LEAST[job].items() if said["run"][module] < least]
        assert not few, f"Python {version}: tests are missing from {few}"
        assert not said["idle"], f"Python {version}: in these suites there was neither a future nor a task of ours"
        if job == HELPERS:
            assert said["made"]["Task"] > 1000, "the helpers stood on something else"
            assert said["made"]["Future"] > 500, "the helpers waited for something else"
    assert [wrong(page(), job, of_kind(job, judged)) for job in LEAST] == [[], [], []]


def test_the_loop_passes_what_it_claims() -> None:
    judged = judge(LOOP)
    for version, said in judged.items():
        assert said["bad"] == {}, f"Python {version}"
        assert said["made"] > 250, "the tests went round on something else"
        few = [module for module, least in LEAST_OF_LOOP.items() if said["run"][module] < least]
        assert not few, f"Python {version}: tests are missing from {few}"
        assert said["spared"].keys() == cpython_loop.NOT_CLAIMED.keys(), "a reason for which no test is spared"
    assert not wrong(page(), LOOP, judged)
    passed = {version: str(sum(said["passed"].values())) for version, said in judged.items()}
    shown = re.search(r"(\d+) with Python (3\.\d+) and (\d+) with (3\.\d+)\.", CHAPTER.read_text("utf-8"))
    assert shown
    claimed = {shown[2]: shown[1], shown[4]: shown[3]}
    for version in passed:
        minor = version.rpartition(".")[0]
        assert claimed.get(minor, passed[version]) == passed[version]


def test_a_suite_that_nobody_asks_is_named() -> None:
    pytest.importorskip("test.test_asyncio.test_tasks")
    assert {"BaseFutureTests", "BaseTaskTests", "FutureTests"} <= set(cpython.forgotten([]))


HANGING = """
import asyncio, json, sys, threading, unittest
sys.path.insert(0, sys.argv[1])
from tests.support.judges import cpython
from tests.support.judges.patience import nobody_hangs, patience

class Tests(unittest.TestCase):
    __module__ = "test.hanging"

    def test_nobody_wakes_it(self):
        asyncio.run(asyncio.Event().wait())
    def test_it_goes_round(self):
        async def go_round():
            while True:
                await asyncio.sleep(0)
        asyncio.run(go_round())
    def test_it_works(self):
        patience(0.01, 0)
        while True:
            pass
    def test_it_sleeps(self):
        patience(0, 0.01)
        threading.Event().wait()
    def test_it_has_time(self):
        asyncio.run(asyncio.sleep(86400))

nobody_hangs()
result = cpython.Result()
unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result)
print(json.dumps(result.bad))
"""


def test_who_hangs_is_stopped_and_it_is_said_why(tmp_path: Path) -> None:
    (tmp_path / "hanging.py").write_text(HANGING, "utf-8")
    assert json.loads(python("-c", ALONE, tmp_path, "hanging", ROOT).said) == {
        "Tests.test_nobody_wakes_it": "Hangs: nothing can wake it",
        "Tests.test_it_goes_round": "Hangs: goes more than 20000 rounds",
        "Tests.test_it_works": "Hangs: works for 60 seconds",
        "Tests.test_it_sleeps": "Hangs: sleeps for 600 seconds",
    }


def test_the_mistakes_are_found() -> None:
    judged = of_kind(MISTAKES, judge(MISTAKES))
    for version, said in judged.items():
        assert said["run"].keys() == {"test_futures", "test_futures2", "test_tasks"}
        assert said["passed"]["test_futures"] < said["run"]["test_futures"], f"Python {version}"
        assert said["passed"]["test_tasks"] < said["run"]["test_tasks"] / 4, f"Python {version}"
    assert not wrong(page(), MISTAKES, judged)


def test_the_table_has_its_rows() -> None:
    assert list(table(page())) == list(ROWS)


def test_a_number_that_nobody_counted_is_named() -> None:
    said = {"3.11.7": {"run": {"test_futures": 51, "test_tasks": 111}, "passed": {"test_futures": 51, "test_tasks": 9}}}
    assert wrong(page(), PLAIN, said) == ["a task, Python 3.11.7: 9 of 111, and not 112 of 112"]
    assert wrong(page(), PLAIN, {"3.11.99": said["3.11.7"]}) == []
