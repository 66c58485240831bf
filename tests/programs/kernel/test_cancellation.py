"""Cancelling tasks of the kernel, in every state and in every round."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation import states, three
from ghetto_asyncio.cancellation.retry import retry
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.ops import sock_recv
from ghetto_asyncio.kernel.traps import clock, current_task, schedule, sleep, spawn
from tests.support.loops.main_loops import Pair
from tests.support.loops.quick_kernels import on_every_kernel
from tests.support.loops.ways import WAYS

__all__ = ["on_every_kernel"]


def left(way: Any) -> tuple[int, list[Any], list[Any]]:
    """Return how many sockets are watched, which deadlines are to come, and who waits for whom."""
    if isinstance(way, three.OnKernel):
        kernel: Any = way.kernel
        deadlines = [getattr(kernel, name).next() for name in ("sleepers", "timeouts") if hasattr(kernel, name)]
        joiners = [task for other in kernel.tasks for task in other.joiners]
        return len(kernel.sockets.selector.get_map()), [when for when in deadlines if when is not None], joiners
    loop: Any = way.loop
    if isinstance(way, three.OnAsyncio):
        timers = [handle for handle in loop._scheduled if not handle.cancelled()]
        return len(loop.jumping.get_map()) - 1, timers, []  # the loop has a socket of its own
    timers = [entry for entry in loop.timers.heap if not entry[2].cancelled()]
    return len(loop.selector.get_map()), timers, list(loop.waiting)


@pytest.mark.parametrize("state", states.STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: type(way).__name__)
def test_nothing_is_left_of_a_cancelled_wait(way: Any, state: Any) -> None:
    async def main(way: Any) -> tuple[str, Any]:
        return await states.see(way, state), left(way)

    said, found = way.run(main)
    assert said
    assert found == (0, [], [])


@pytest.mark.parametrize("way", WAYS, ids=lambda way: type(way).__name__)
def test_what_is_left_would_be_found(way: Any, pair: Pair) -> None:
    ours, _theirs = pair

    async def main(way: Any) -> Any:
        tasks = [await way.spawn(way.read(ours)), await way.spawn(way.sleep(9))]
        await way.sleep(1)
        found = left(way)
        for task in tasks:
            await way.cancel(task)
            await states.end(way, task)
        return found

    found = way.run(main)
    assert (found[0], len(found[1])) == (1, 1)


@pytest.mark.parametrize("later", range(4))
def test_in_whichever_round_a_reader_is_cancelled_no_data_are_lost(pair: Pair, later: int) -> None:
    ours, theirs = pair

    async def main() -> bytes:
        task = await spawn(sock_recv(ours, 100))
        await schedule()
        theirs.send(b"hello")
        for _ in range(later):
            await schedule()
        await task.cancel()
        return bytes(await sock_recv(ours, 100) if task.error else task.result)

    assert Kernel().run(main()) == b"hello"


async def nap(log: list[Any]) -> str:
    """Sleep for long, tidy up for a second, and tell."""
    try:
        await sleep(9)
        return "value"
    except CancelledError as error:
        log.append(error)
        await sleep(1)
        raise
    finally:
        log.append(await clock())


class Odd(Exception):
    """No error that a kernel would think of."""


@pytest.mark.parametrize("error", [Odd, Odd("this one"), CancelledError("so"), CancelledError], ids=repr)
def test_another_error_or_this_very_one(error: Any) -> None:
    async def main() -> Any:
        task = await spawn(sleep(9))
        await schedule()
        assert await task.cancel(exc=error)
        return task.error

    found = Kernel().run(main())
    assert found is error or type(found) is error


@pytest.mark.parametrize("error", ["stop", UnicodeDecodeError, int], ids=repr)
def test_what_cannot_be_raised_fails_where_it_was_asked_for(error: Any) -> None:
    async def main() -> Any:
        log: list[Any] = []
        task = await spawn(nap(log))
        with pytest.raises(TypeError):
            await task.cancel(exc=error)
        return await task.join(), log, task.cancelled

    assert Kernel().run(main()) == ("value", [9.0], False)


def test_who_does_not_wait_for_the_end_goes_on_at_once() -> None:
    async def main() -> list[Any]:
        log: list[Any] = []
        task = await spawn(nap(log))
        await schedule()
        found = [await task.cancel(blocking=False), task.ended, len(log)]
        return [*found, await task.cancel(), task.ended, len(log), await clock(), await task.cancel()]

    assert Kernel().run(main()) == [True, False, 0, True, True, 2, 1.0, False]


def test_who_waits_for_the_end_can_be_cancelled_and_the_end_comes() -> None:
    async def main() -> list[Any]:
        log: list[Any] = []
        task = await spawn(nap(log))
        await schedule()
        canceller = await spawn(task.cancel())
        await schedule()
        await canceller.cancel()
        found = [type(canceller.error), task.ended, len(task.joiners)]
        await task.cancel()
        return [*found, len(log), log[-1]]

    assert Kernel().run(main()) == [CancelledError, False, 0, 2, 1.0]


@pytest.mark.parametrize("blocking", [True, False])
def test_a_task_cancels_itself(blocking: bool) -> None:
    async def main() -> list[Any]:
        log: list[Any] = []

        async def itself() -> None:
            await (await current_task()).cancel(blocking=blocking)
            log.append("goes on")
            await schedule()
            log.append("never")

        task = await spawn(itself())
        await sleep(1)
        return [*log, type(task.error)]

    assert Kernel().run(main()) == ([CancelledError] if blocking else ["goes on", CancelledError])


def test_the_main_task_is_cancelled_by_another() -> None:
    log: list[Any] = []

    async def other(main: Any) -> None:
        log.append(await main.cancel())
        await nap(log)

    async def main() -> None:
        await spawn(other(await current_task()))
        await sleep(5)

    with pytest.raises(CancelledError):
        Kernel().run(main())
    assert (log[0], len(log), log[-1]) == (True, 3, 1.0)


def test_the_last_error_of_a_retry() -> None:
    times = []

    async def ask() -> None:
        times.append(await clock())
        if len(times) == 1:
            raise ConnectionRefusedError
        await sleep(9)

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await retry(ask, 3, [1, 2])

    Kernel().run(main())
    assert times == [0.0, 1.0, 6.0]
