"""The loop with tasks under load: crowds that come and go, and peers whom nobody has thought of."""
from __future__ import annotations

# mypy: allow-untyped-calls
import gc
import os
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.loops.main_loops import Pair, VirtualTasks

pytestmark = pytest.mark.usefixtures("lean_asyncio")

CROWD = 4_000
TYPES = "Task", "Future", "Handle", "Timer", "coroutine", "CancelledError", "ZeroDivisionError", "traceback", "frame"


def crowd(tasks_loop: VirtualTasks, ours: socket.socket, theirs: socket.socket) -> None:
    """Thousands of tasks: they sleep, wait for one another, receive, fail, and are cancelled while they do."""

    async def sleeps(seconds: float) -> float:
        await tasks_loop.sleep(seconds)
        return seconds

    async def waits(number: int) -> None:
        await tasks_loop.create_task(sleeps(number % 7))

    async def fails(number: int) -> float:
        await sleeps(number % 5)
        return 1 / 0

    async def receives(number: int) -> bytes:
        theirs.send(b"!")
        return bytes(await tasks_loop.sock_recv(ours, 1))

    async def main() -> None:
        for start in range(0, CROWD, 1000):
            some = [
                tasks_loop.create_task((sleeps, waits, fails, receives, receives)[number % 5](number % 9))
                for number in range(start, start + 800)  # and those whom 160 of them wait for, and main()
            ]
            await tasks_loop.sleep(1)
            for task in some[::11]:
                task.cancel()
            await tasks_loop.sleep(10)
            assert all(task.done() for task in some)
            with suppress(BlockingIOError):
                ours.recv(1000)  # what the cancelled ones did not fetch

    tasks_loop.run_until_complete(main())


def left() -> Counter[str]:
    """Count what a task is made of."""
    gc.collect()
    counted = Counter(type(thing).__name__ for thing in gc.get_objects())
    return Counter({name: counted[name] for name in TYPES})


def test_thousands_of_tasks_leave_nothing_behind(tasks_loop: VirtualTasks, pair: Pair) -> None:
    pages = Path("/proc/self/statm")
    crowd(tasks_loop, *pair)
    before, resident = left(), int(pages.read_text().split()[1])
    crowd(tasks_loop, *pair)
    assert left() - before == Counter()
    grown = (int(pages.read_text().split()[1]) - resident) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 200 * CROWD, f"{grown} bytes"
    assert not tasks_loop.tasks
    assert not tasks_loop.ready
    assert not tasks_loop.waiting
    assert len(tasks_loop.timers.heap) < 100


def test_a_loop_that_keeps_its_tasks_is_found_out(tasks_loop: VirtualTasks, pair: Pair) -> None:
    """The test above can fail."""
    crowd(tasks_loop, *pair)
    before = left()
    tasks_loop.tasks = set()  # type: ignore[assignment]
    crowd(tasks_loop, *pair)
    assert (left() - before)["Task"] > CROWD / 2
