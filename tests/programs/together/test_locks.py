"""Event, lock, semaphore, condition and barrier: ours and asyncio's alike refuse and return the same."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

import pytest

from ghetto_asyncio.together.both import do
from tests.support.loops.worlds import begin, either, told


@either
def test_an_event_wakes_all_who_wait_in_their_order(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        event = world.Event()

        async def wait(name: str) -> None:
            log.append((name, await event.wait()))

        tasks = await begin(world, *map(wait, "abc"))
        await world.cancel(tasks[1])
        await do(event.set())
        event.clear()
        log.append(event.is_set())
        await world.sleep(1)
        await do(event.set())
        await wait("d")

    assert told(world, story) == [False, ("a", True), ("c", True), ("d", True)]


@either
def test_what_nobody_has_cannot_be_released(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        with pytest.raises(ValueError, match="0"):
            world.Semaphore(-1)
        with pytest.raises(ValueError, match="part"):
            world.Barrier(0)
        with pytest.raises(RuntimeError):
            await do(world.Lock().release())
        condition, bounded = world.Condition(), world.BoundedSemaphore(2)
        for call in (condition.wait, condition.notify, condition.notify_all):
            with pytest.raises(RuntimeError):
                await do(call())
        await bounded.acquire()
        await do(bounded.release())
        with pytest.raises(ValueError, match="released too"):
            await do(bounded.release())

    told(world, story)


@either
def test_wait_for_returns_what_it_has_waited_for(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        condition, eggs = world.Condition(), 0

        async def wait() -> int:
            async with condition:
                return int(await condition.wait_for(lambda: eggs > 2 and eggs))

        task, = await begin(world, wait())
        for _ in range(4):
            async with condition:
                eggs += 1
                await do(condition.notify())
            await world.sleep(1)
        log.append(await world.join(task))

    assert told(world, story) == [3]


@either
def test_a_condition_wakes_those_who_have_waited_longest(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        condition = world.Condition()

        async def wait(name: str) -> None:
            async with condition:
                assert await condition.wait()
                log.append((name, condition.locked()))

        tasks = await begin(world, *map(wait, "abcde"))
        for number in (2, 0, 1):
            async with condition:
                await do(condition.notify(number))
                log.append(number)
            await world.sleep(1)
        async with condition:
            await do(condition.notify_all())
        await world.join(tasks[-1])

    woken = [(name, True) for name in "abcde"]
    assert told(world, story) == [2, *woken[:2], 0, 1, *woken[2:]]
