"""Event, lock, semaphore, condition and barrier: what ours do, asyncio's own do as well."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

import pytest

from ghetto_asyncio.together.both import do
from tests.support.loops.worlds import begin, either, ended, told


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
def test_an_event_that_is_cleared_lets_wait_again(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        event = world.Event()
        await do(event.set())
        await event.wait()
        event.clear()
        task, = await begin(world, event.wait())
        await world.cancel(task)
        assert await ended(world, task) == "CancelledError"

    told(world, story)


@either
@pytest.mark.parametrize("make", [lambda world: world.Lock(), lambda world: world.Semaphore(1)], ids=["lock", "of one"])
def test_who_waits_for_a_lock_gets_it_in_turn(world: Any, make: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        lock = make(world)

        async def use(name: str) -> None:
            for number in range(2):
                async with lock:
                    log.append(f"{name}{number}")
                    await world.sleep(1)
                    log.append(f"/{name}{number}")

        tasks = [await world.spawn(use(name)) for name in "abc"]
        for task in tasks:
            await world.join(task)
        assert not lock.locked()

    assert told(world, story) == "a0 /a0 b0 /b0 c0 /c0 a1 /a1 b1 /b1 c1 /c1".split()


@either
@pytest.mark.parametrize("cancelled", range(3))
@pytest.mark.parametrize("woken", [False, True])
def test_whoever_is_cancelled_the_lock_is_not_lost(world: Any, cancelled: int, woken: bool) -> None:
    """Cancelled in the line, or when woken and not yet run."""

    async def story(world: Any, log: list[Any]) -> None:
        lock = world.Lock()

        async def use(name: str) -> None:
            async with lock:
                await world.sleep(1)
                log.append(name)

        await lock.acquire()
        tasks = await begin(world, *map(use, "abc"))
        if woken:
            await do(lock.release())
        await world.cancel(tasks.pop(cancelled))
        if not woken:
            await do(lock.release())
        for task in tasks:
            await world.join(task)
        assert not lock.locked()

    assert told(world, story) == [name for name in "abc" if name != "abc"[cancelled]]


@either
def test_a_block_that_fails_releases_its_lock(world: Any) -> None:
    async def use(lock: Any) -> None:
        async with lock:
            assert lock.locked()
            raise ZeroDivisionError

    async def story(world: Any, log: list[Any]) -> None:
        for lock in (world.Lock(), world.Semaphore(), world.Condition()):
            with pytest.raises(ZeroDivisionError):
                await use(lock)
            log.append(lock.locked())

    assert told(world, story) == [False] * 3


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
def test_a_semaphore_lets_so_many_in(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        semaphore, inside = world.Semaphore(2), 0

        async def use(seconds: float) -> None:
            nonlocal inside
            async with semaphore:
                inside += 1
                log.append(inside)
                await world.sleep(seconds)
                inside -= 1

        tasks = await begin(world, *map(use, (3.1, 5.3, 2.7, 4.9, 1.2)))
        assert semaphore.locked()
        await world.cancel(tasks.pop(2))
        for task in tasks:
            await world.join(task)
        assert not semaphore.locked()

    assert told(world, story) == [1, 2, 2, 2]


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


@either
@pytest.mark.parametrize("times", [1, 2])
def test_who_is_cancelled_at_a_condition_has_the_lock_again(world: Any, times: int) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        condition = world.Condition()

        async def wait() -> None:
            async with condition:
                try:
                    await condition.wait()
                finally:
                    log.append("inside")
                    assert condition.locked()

        task, = await begin(world, wait())
        await condition.acquire()
        for _ in range(times):
            await world.cancel(task)
            await world.sleep(1)
        log.append("released")
        await do(condition.release())
        log.append(await ended(world, task))
        assert not condition.locked()

    assert told(world, story) == ["released", "inside", "CancelledError"]


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
def test_nobody_passes_a_barrier_before_all_have_come(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        barrier = world.Barrier(2)

        async def come(name: str) -> int:
            before = await barrier.wait()
            log.append(name)
            return int(before)

        for _ in range(2):
            gone, = await begin(world, come("a"))
            await world.cancel(gone)
            await world.sleep(1)
            waits = await begin(world, come("b"))
            assert (barrier.n_waiting, barrier.parties) == (1, 2)
            log.append("not yet")
            waits += await begin(world, come("c"))
            assert sorted([await world.join(task) for task in waits]) == [0, 1]

    log = told(world, story)
    assert [log[0], set(log[1:3]), log[3], set(log[4:])] == ["not yet", {"b", "c"}] * 2
