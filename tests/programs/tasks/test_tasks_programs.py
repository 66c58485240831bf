"""Random programs of tasks run alike on our loops, on asyncio's, and there with guests in the places of its tasks."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from functools import cache
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.stopping import loop, task
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

    def cancel(self, msg: object = None) -> bool:
        if not self.done():
            self.loop.call_soon(self.step, CancelledError())
        return not self.done()


class Loses(task.Task):
    """Loses the value of a return."""

    def set_result(self, value: object) -> None:
        super().set_result(None)


@pytest.mark.parametrize("kind", [Loses, Impatient])
def test_a_task_with_a_mistake_is_found(kind: Any) -> None:
    class Loop(loop.Loop):
        new_task = kind

    found: list[Any] = []
    for seed in range(40):
        try:
            found += different(jumping(Loop), range(seed, seed + 1))
        except RuntimeError as error:  # nothing will ever happen
            found.append(error)
    assert found
