"""Random programs of tasks run alike on our loops, on asyncio's, and there with guests in the places of its tasks."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from functools import cache
from typing import Any

import pytest

from ghetto_asyncio.tasks import lost_value_bug, task, virtual
from tests.support.loops.task_programs import LOOPS, Program

OURS = {name: make for name, make in LOOPS.items() if name != "asyncio"}


def different(make: Any, programs: range) -> list[int]:
    """Return the numbers of the programs that run otherwise than on asyncio's own loop."""
    return [seed for seed in programs if Program(seed).run_on(make) != on_asyncio(seed)]


@cache
def on_asyncio(seed: int) -> list[Any]:
    """Return the log of a program on asyncio's own loop."""
    return Program(seed).run_on(LOOPS["asyncio"])


@pytest.mark.parametrize("make", OURS.values(), ids=OURS)
def test_random_programs_have_the_same_log_as_on_asyncio(make: Any) -> None:
    assert different(make, range(400)) == []


class Impatient(task.Task):
    """Goes on at once when it is cancelled, and leaves its callback where it was."""

    def cancel(self) -> bool:
        if not self.done():
            self.loop.call_soon(self.step, CancelledError())
        return not self.done()


@pytest.mark.parametrize("kind", [lost_value_bug.Task, Impatient])
def test_a_task_with_a_mistake_is_found(kind: Any) -> None:
    class Loop(virtual.Loop):
        def create_task(self, coro: Any) -> Any:
            made = kind(coro, self)
            self.tasks.add(made)
            return made

    found: list[Any] = []
    for seed in range(40):
        try:
            found += different(Loop, range(seed, seed + 1))
        except RuntimeError as error:  # nothing will ever happen
            found.append(error)
    assert found


def test_each_way_to_end_occurs() -> None:
    logs = [entry for seed in range(1200) for entry in Program(seed).run_on(LOOPS["plain"]) if isinstance(entry, tuple)]
    seen = {(kind, found if isinstance(found, bool) else str(found)) for _, kind, found, _ in logs}
    ends = ("CancelledError", "KeyError")
    assert {(kind, end) for kind in ("await", "gather", "wait", "deaf", "finally") for end in ends} <= seen
    assert {("cancel", True), ("cancel", False), ("sleep", "CancelledError"), ("fail", "ValueError")} <= seen
