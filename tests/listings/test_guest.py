"""The guest at asyncio's table is judged by CPython's own tests, and the page says truly how that ended."""
from __future__ import annotations

import asyncio
import gc
import json
import re
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.tasks import guest
from press.catalogue import ROOT
from tests.support.judges import HELPERS
from tests.support.pythons import pythons
from tests.support.shell import finish, run, start

GUEST, BLOG = "ghetto_asyncio.tasks.guest", "ghetto_asyncio.tasks.blog_bug"
JOBS = [(GUEST, "protocol"), (GUEST, "company"), (GUEST, "helpers"), (BLOG, "protocol")]
PAGE = {
    "a future": (GUEST, "protocol", ("test_futures",)),
    "a task": (GUEST, "protocol", ("test_tasks",)),
    "subclasses, mixed company": (GUEST, "company", ("test_futures", "test_tasks", "test_eager_task_factory")),
    "what stands on them": (GUEST, "helpers", (*HELPERS, "test_tasks")),
    "a future with mistakes": (BLOG, "protocol", ("test_futures",)),
    "a task with mistakes": (BLOG, "protocol", ("test_tasks",)),
}
"""The rows of the table on the page: who is judged, by which suites, from which modules of CPython's."""
LEAST = {
    "protocol": {"test_futures": 50, "test_tasks": 110},
    "company": {"test_futures": 40, "test_tasks": 310},
    "helpers": {"test_locks": 70, "test_queues": 44, "test_taskgroups": 35, "test_timeouts": 30, "test_waitfor": 15},
}
"""How many tests there are at the least, in any Python: nobody is praised for tests that were not run."""
Said = dict[tuple[str, str, str], dict[str, Any]]


@pytest.fixture(scope="module")
def judged() -> Iterator[Said]:
    """What was said of whom, by which suites, on which Python: all are run at the same time, and mostly wait."""
    with_tests = {
        version: executable
        for version, executable in pythons().items()
        if not run(executable, "-I", "-c", "import test.test_asyncio.test_tasks").status
    }
    if not with_tests:
        pytest.skip("this Python comes without its `test` package, so nobody judges the guest")
    with ExitStack() as stack:
        started = {
            (version, module, suites): stack.enter_context(
                start(executable, "-I", "-W", "ignore", "-c", QUIET, module, suites, environment={})
            )
            for version, executable in with_tests.items()
            for module, suites in JOBS
        }
        yield {job: json.loads(finish(process).said) for job, process in started.items()}


QUIET = f"""
import os, runpy, sys
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
sys.argv[0] = {str(ROOT / 'tests/support/judges.py')!r}
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs the judges, and does away with what the tests log."""


def of(judged: Said, module: str, suites: str) -> dict[str, dict[str, Any]]:
    """Return by version what was said of a module."""
    return {version: said for (version, *job), said in judged.items() if job == [module, suites]}


@pytest.mark.parametrize("suites", ["protocol", "company", "helpers"])
def test_the_guest_passes_everything(judged: Said, suites: str) -> None:
    for version, said in of(judged, GUEST, suites).items():
        assert said["bad"] == {}, f"Python {version}"
        assert said["run"] == said["passed"]
        few = [module for module, least in LEAST[suites].items() if said["run"][module] < least]
        assert not few, f"Python {version}: tests are missing from {few}"


def test_what_stands_on_them_stood_on_ours(judged: Said) -> None:
    for version, said in of(judged, GUEST, "helpers").items():
        assert min(said["made"].get(name, 0) for name in ("Future", "Task")) > 1000, f"Python {version}"


def test_the_mistakes_are_found_in_each_module(judged: Said) -> None:
    for version, said in of(judged, BLOG, "protocol").items():
        for module, tried in said["run"].items():
            assert said["passed"][module] < tried, f"Python {version}: {module} finds no mistake"
        assert said["passed"]["test_tasks"] < said["run"]["test_tasks"] / 3, f"Python {version}"


def table(text: str) -> dict[str, dict[str, str]]:
    """Read the table of the page: by row and version, "51 of 51"."""
    section = text.split("## Judged by others\n")[1].split("\n## ")[0]
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")
    ]
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


def wrong(rows: dict[str, dict[str, str]], judged: Said) -> list[str]:
    """Say which number of the table is not what was counted by the Python of that very version."""
    return [
        f"{row}, Python {version}: {said}, and not {rows[row][version]}"
        for row, (module, suites, modules) in PAGE.items()
        for version, counted in of(judged, module, suites).items()
        if version in rows[row]
        for said in [" of ".join(str(sum(counted[how].get(name, 0) for name in modules)) for how in ("passed", "run"))]
        if said != rows[row][version]
    ]


def page() -> str:
    """Return the page."""
    return (ROOT / "docs/tasks/a-guest.md").read_text("utf-8")


def test_the_numbers_of_the_page_were_counted(judged: Said) -> None:
    rows = table(page())
    assert list(rows) == list(PAGE)
    assert not wrong(rows, judged)


def test_a_number_that_nobody_counted_is_named(judged: Said) -> None:
    rows = table(re.sub(r"\b(\d+) of (\d+)\b", r"\1 of 1\2", page()))
    versions = [version for version in rows["a task"] if (version, GUEST, "protocol") in judged]
    assert len(wrong(rows, judged)) == len(PAGE) * len(versions)


def test_a_task_that_failed_is_freed_at_once() -> None:
    async def fails() -> None:
        raise LookupError

    with closing(AsyncioLoop()) as loop:
        task = guest.Task(fails(), loop=loop)
        gone = weakref.ref(task)
        gc.disable()
        try:
            with suppress(LookupError):
                loop.run_until_complete(task)
            del task
            assert gone() is None
        finally:
            gc.enable()


def test_a_plain_task_and_the_guest_differ_in_manners_only() -> None:
    async def work() -> str:
        await asyncio.sleep(3)
        return "done"

    with closing(AsyncioLoop()) as loop:
        task = guest.Task(work(), loop=loop, name="Ann")
        assert loop.run_until_complete(asyncio.wait_for(task, 5)) == "done"
        assert (task.state, task.value, task.get_name()) == ("finished", "done", "Ann")
