"""Where our locks and asyncio’s differ, and what ours promise beyond: the next one has it before it runs."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

import pytest

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import current_task, park, sleep, spawn, wake
from ghetto_asyncio.together.barrier import Barrier
from ghetto_asyncio.together.both import do, ours
from ghetto_asyncio.together.condition import Condition
from tests.support.loops.worlds import KEEPS_NOTICES, begin, either, ended, told


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

    assert told(world, story) == [world is ours, True]


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

    assert told(world, story) == ["inside"] * (world is ours) + ["CancelledError", False]


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

    assert told(world, story) == (["a"] if world is ours else ["b"] * KEEPS_NOTICES)


@either
def test_cancelled_before_anybody_was_notified(world: Any) -> None:
    """To be on the safe side, asyncio wakes another one, who has to look again."""

    async def story(world: Any, log: list[Any]) -> None:
        condition = world.Condition()

        async def wait(name: str) -> None:
            async with condition:
                await condition.wait()
                log.append(name)

        tasks = await begin(world, wait("a"), wait("b"))
        await world.cancel(tasks[0])
        await world.sleep(1)
        log.append("notify")
        async with condition:
            await do(condition.notify())
        await world.sleep(1)

    assert sorted(told(world, story)) == ["b", "notify"]
    assert told(world, story)[0] == ("notify" if world is ours or not KEEPS_NOTICES else "b")


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

    first, second = ("waits", "comes later") if world is ours else ("comes later", "waits")
    assert told(world, story) == [(first, "tea"), (second, "toast")]


@either
def test_when_a_barrier_opens_again(world: Any) -> None:
    async def story(world: Any, log: list[Any]) -> None:
        barrier = world.Barrier(2)

        async def come(name: str) -> None:
            await barrier.wait()
            log.append(name)

        await begin(world, *map(come, "abcd"))

    assert "".join(told(world, story)) == ("bdac" if world is ours else "badc")


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

    assert ours.run(main()) == ["True", "too late", "False"]


class Counting(Barrier):
    """Counts before it waits, and never takes that back."""

    def __init__(self, parties: int) -> None:
        super().__init__(parties)
        self.count, self.waiting = 0, Place("a barrier that counts")

    async def wait(self) -> int:
        self.count += 1
        if self.count < self.parties:
            await park(self.waiting)
        else:
            await wake(self.waiting, self.parties)
        return self.count


@pytest.mark.parametrize(("kind", "alone"), [(Barrier, False), (Counting, True)])
def test_what_a_wait_would_have_to_take_back_is_not_changed_before_it(kind: Any, alone: bool) -> None:
    async def main() -> bool:
        barrier = kind(2)
        gone = await spawn(barrier.wait())
        await sleep(1)
        await gone.cancel()
        left = await spawn(barrier.wait())
        await sleep(1)
        return bool(left.ended)

    assert ours.run(main()) is alone
