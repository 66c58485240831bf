"""Nobody who waits for a lock is passed, and nobody is in there with others: days that Hypothesis invents."""
from __future__ import annotations

# mypy: allow-untyped-calls
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, sleep, spawn, wake
from ghetto_asyncio.together.both import ours
from ghetto_asyncio.together.lock import Lock
from ghetto_asyncio.together.solutions.read_write import ReadWriteLock

USERS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.none() | st.integers(0, 6)), min_size=2, max_size=8)
"""When somebody comes, how long they need the lock, and how long they wait for it."""


async def day(lock: Any, users: list[tuple[int, int, int | None]]) -> None:
    """Use a lock; check that they are alone, and that nobody who waits is passed by somebody who came later."""
    asked = count()
    got: list[int] = []
    inside: list[int] = []

    async def use(number: int, comes: int, needs: int, patience: int | None) -> None:
        for _ in range(2):
            if comes:
                await sleep(comes)
            mine = next(asked)
            try:
                async with timeout_after(99 if patience is None else patience):
                    await lock.acquire()
            except TimeoutError:
                continue
            got.append(mine)
            inside.append(number)
            await sleep(needs)
            assert inside == [number], "somebody else is in there"
            inside.remove(number)
            await lock.release()

    tasks = [await spawn(use(number, *user)) for number, user in enumerate(users)]
    for task in tasks:
        await task.join()
    assert got == sorted(got), "somebody has got past somebody"


@settings(max_examples=100)
@given(USERS)
def test_a_lock_is_fair(users: list[tuple[int, int, int | None]]) -> None:
    lock = Lock()
    ours.run(day(lock, users))
    assert not lock.locked()


class Barging:
    """A lock that is freed before the next one is woken."""

    def __init__(self) -> None:
        self.held, self.waiting = False, Place("a lock")

    async def acquire(self) -> None:
        while self.held:
            await park(self.waiting)
        self.held = True

    async def release(self) -> None:
        self.held = False
        await wake(self.waiting)


def test_the_barging_lock_is_not() -> None:
    with pytest.raises(AssertionError, match="got past"):
        ours.run(day(Barging(), [(0, 1, None), (0, 1, None)]))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.booleans(), *[st.integers(0, 3)] * 2, st.none() | st.integers(0, 6)), max_size=8))
def test_writers_are_alone_and_readers_are_not_passed(users: list[tuple[bool, int, int, int | None]]) -> None:
    async def main() -> list[Any]:
        lock = ReadWriteLock()
        inside: list[bool] = []

        async def use(writes: bool, comes: int, needs: int, cancelled: int | None) -> None:
            await sleep(comes)
            async with lock.writing() if writes else lock.reading():
                inside.append(writes)
                assert inside == [True] or not any(inside)
                try:
                    await sleep(needs)
                finally:
                    inside.remove(writes)

        async def cancel(task: Any, seconds: int | None) -> None:
            if seconds is not None:
                await sleep(seconds)
                await task.cancel()

        tasks = [await spawn(use(*user)) for user in users]
        for task, user in zip(tasks, users):
            await spawn(cancel(task, user[-1]))
        await sleep(100)
        assert all(task.ended for task in tasks)
        assert not any(task.error for task in tasks if not task.cancelled)
        return [lock.readers, lock.door.locked(), lock.room.locked()]

    assert ours.run(main()) == [0, False, False]
