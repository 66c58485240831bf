"""Where our locks and asyncio’s differ, and what ours promise beyond: the next one has it before it runs."""
from __future__ import annotations

# mypy: allow-untyped-calls
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.traps import current_task, sleep, spawn
from ghetto_asyncio.together import barging_bug, event_on_futures
from ghetto_asyncio.together.both import Ours, do
from ghetto_asyncio.together.condition import Condition
from ghetto_asyncio.together.lock import Lock
from ghetto_asyncio.together.solutions.read_write import ReadWriteLock
from tests.support.tasks import new_loop, rounds
from tests.support.worlds import KEEPS_NOTICES, begin, either, ended, told

jumping = pytest.fixture(new_loop, name="loop")


@either
def test_a_lock_that_is_handed_over_is_never_free(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        lock = world.Lock()
        await lock.acquire()
        await begin(world, lock.acquire())
        await do(lock.release())
        log.append(lock.locked())
        await world.sleep(1)
        log.append(lock.locked())

    assert told(world, story) == [world is Ours, True]


@either
def test_woken_and_cancelled(world: Any) -> None:
    """In our world whoever has been woken has the lock, and is cancelled at the next wait."""

    async def story(world: Any, log: list[Any]) -> None:
        lock = world.Lock()

        async def use() -> None:
            async with lock:
                log.append("inside")
                await world.sleep(1)
                log.append("never")

        await lock.acquire()
        task, = await begin(world, use())
        await do(lock.release())
        await world.cancel(task)
        log.append(await ended(world, task))
        log.append(lock.locked())

    assert told(world, story) == ["inside"] * (world is Ours) + ["CancelledError", False]


@either
def test_notified_and_cancelled(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        condition = world.Condition()

        async def wait(name: str) -> None:
            async with condition:
                await condition.wait()
                log.append(name)

        tasks = await begin(world, wait("a"), wait("b"))
        async with condition:
            await do(condition.notify())
            await world.cancel(tasks[0])
        await world.sleep(1)
        await world.cancel(tasks[1])

    assert told(world, story) == (["a"] if world is Ours else ["b"] * KEEPS_NOTICES)


@either
def test_whose_the_item_is(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        table = world.Queue()

        async def eat(name: str) -> None:
            log.append((name, await table.get()))

        async def later() -> None:
            await world.sleep(9)
            await table.put("toast")

        tasks = await begin(world, eat("waits"), later())
        await table.put("tea")
        await eat("comes later")
        await world.join(tasks[0])

    first, second = ("waits", "comes later") if world is Ours else ("comes later", "waits")
    assert told(world, story) == [(first, "tea"), (second, "toast")]


@either
def test_when_a_barrier_opens_again(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        barrier = world.Barrier(2)

        async def come(name: str) -> None:
            await barrier.wait()
            log.append(name)

        await begin(world, *map(come, "abcd"))

    assert "".join(told(world, story)) == ("bdac" if world is Ours else "badc")


def test_no_timeout_takes_the_lock_from_a_condition() -> None:
    """One strikes at the condition, another one in the line for its lock: the block has the lock to the end."""

    async def main() -> list[str]:
        condition, log = Condition(), []

        async def wait() -> None:
            try:
                async with timeout_after(5), condition:
                    try:
                        async with timeout_after(2):
                            await condition.wait()
                    finally:
                        log.append(str(condition.lock.owner is await current_task()))
                        await sleep(0)
            except TimeoutError:
                log.append("too late")

        await spawn(wait(), "Ann")
        await sleep(1)
        async with condition:
            await sleep(9)
        await sleep(1)
        return [*log, str(condition.locked())]

    assert Ours.run(main()) == ["True", "too late", "False"]


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


@settings(max_examples=300, deadline=None)
@given(USERS)
def test_a_lock_is_fair(users: list[tuple[int, int, int | None]]) -> None:
    lock = Lock()
    Ours.run(day(lock, users))
    assert not lock.locked()


def test_the_barging_lock_is_not() -> None:
    with pytest.raises(AssertionError, match="got past"):
        Ours.run(day(barging_bug.Lock(), [(0, 1, None), (0, 1, None)]))


@settings(max_examples=200, deadline=None)
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

    assert Ours.run(main()) == [0, False, False]


def test_whoever_is_cancelled_leaves_the_event_on_futures(loop: Any) -> None:
    event = event_on_futures.Event(loop)
    tasks = [loop.create_task(event.wait()) for _ in range(3)]
    rounds(loop, 1)
    event.set()
    event.clear()
    tasks[1].cancel()
    loop.run_until_idle()
    assert [task.state for task in tasks] == ["finished", "cancelled", "finished"]
    assert event.waiting == []
