"""Timeouts of the kernel: nested, in the same round, over before they began, cancelled, and gone afterwards."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation.deadlines import Deadlines
from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.cancellation.timeout import TimedOut, timeout_after
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.kernel import deadlines
from ghetto_asyncio.kernel.traps import clock, schedule, sleep, spawn
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


class move_on_after(timeout_after):
    """A timeout that is no error, as `move_on_after()` of Trio."""

    expired = False

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> bool:
        try:
            await super().__aexit__(kind, error, trace)
        except TimeoutError:
            self.expired = True
        return self.expired


def run(main: Any) -> Any:
    """Run an async function that takes the kernel; nothing may be left of its timeouts."""
    kernel = Kernel()

    async def whole() -> Any:
        result = await main(kernel)
        assert (kernel.timeouts.next(), kernel.sleepers.next()) == (None, None)
        return result

    return kernel.run(whole())


@pytest.mark.parametrize(("seconds", "when"), [(3, 3.0), (0, 0.0), (-1, 0.0)])
def test_the_time_is_up(seconds: float, when: float) -> None:
    async def main(_kernel: Any) -> Any:
        with pytest.raises(TimeoutError, match=f"{seconds} s are over"):
            async with timeout_after(seconds):
                await sleep(9)
        return await clock()

    assert run(main) == when


@pytest.mark.parametrize("seconds", [None, 10, 9])
def test_it_is_not_up_and_the_block_is_left(seconds: float | None) -> None:
    """Who is woken in the very round in which the time is up has made it."""
    async def main(_kernel: Any) -> Any:
        async with timeout_after(seconds):
            await sleep(9)
        await sleep(9)
        return await clock()

    assert run(main) == 18.0


@pytest.mark.parametrize(("outer", "inner"), [(5, 3), (3, 5), (3, 3), (None, 3), (3, None)])
def test_where_it_comes_out_and_asyncio_says_the_same(outer: float | None, inner: float | None) -> None:
    async def nested(timeout: Any, nap: Any, error: Any) -> list[str]:
        said = []
        try:
            async with timeout(outer):
                try:
                    async with timeout(inner):
                        await nap(9)
                except TimeoutError:
                    said.append("inner")
                except error:
                    said.append("passes")
                    raise
        except TimeoutError:
            said.append("outer")
        return said

    async def ours(_kernel: Any) -> list[str]:
        return await nested(timeout_after, sleep, TimedOut)

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        theirs = runner.run(nested(asyncio.timeout, asyncio.sleep, CancelledError))
    assert run(ours) == theirs
    assert theirs in (["inner"], ["passes", "outer"])


def test_two_that_are_found_late_in_one_round() -> None:
    """The inner error comes first, since it was due first; the outer one at the next wait."""
    async def main(kernel: Any) -> list[Any]:
        said: list[Any] = []

        async def busy() -> None:
            await sleep(1)
            kernel.sockets.selector.now += 10

        await spawn(busy())
        try:
            async with timeout_after(5):
                try:
                    async with timeout_after(3):
                        await sleep(60)
                except TimeoutError as error:
                    said.append(str(error))
                await sleep(60)
        except TimeoutError as error:
            said.append(str(error))
        return [*said, await clock()]

    assert run(main) == ["3 s are over", "5 s are over", 11.0]


def test_an_error_that_is_on_its_way_goes_with_its_block() -> None:
    async def main(_kernel: Any) -> Any:
        async with timeout_after(5):
            async with timeout_after(3), shield():
                await sleep(4)
            await sleep(0.5)
        await sleep(9)
        return await clock()

    assert run(main) == 13.5


@pytest.mark.parametrize("first", ["timeout", "cancel"])
def test_cancelled_in_the_round_in_which_the_time_is_up(first: str) -> None:
    async def main(_kernel: Any) -> list[Any]:
        said: list[Any] = []

        async def work() -> None:
            try:
                async with timeout_after(3):
                    await sleep(9)
            except (TimeoutError, CancelledError) as error:
                said.append(type(error))
            await sleep(9)
            said.append("goes on")

        async def later() -> None:
            await sleep(3)
            if first == "timeout":
                await schedule()
            await task.cancel()

        other = await spawn(later())
        task = await spawn(work())
        await other.join()
        return [*said, type(task.error), task.cancelled, await clock()]

    assert run(main) == [TimeoutError, CancelledError, True, 3.0]


def test_a_cancelled_task_has_no_timeouts_but_those_of_its_clean_up() -> None:
    async def main(_kernel: Any) -> list[Any]:
        said: list[Any] = []

        async def work() -> None:
            async with timeout_after(5):
                try:
                    await sleep(60)
                finally:
                    await sleep(20)
                    said.append(await clock())
                    async with move_on_after(2) as patience:
                        await sleep(60)
                    said.append(patience.expired)

        task = await spawn(work())
        await sleep(3)
        await task.cancel()
        return [*said, type(task.error), await clock()]

    assert run(main) == [23.0, True, CancelledError, 25.0]


def test_a_cancellation_takes_the_place_of_an_error_that_is_on_its_way() -> None:
    async def main(_kernel: Any) -> Any:
        async def work() -> None:
            async with timeout_after(1):
                async with shield():
                    await sleep(3)
                await sleep(9)

        task = await spawn(work())
        await sleep(2)
        await task.cancel()
        return type(task.error), await clock()

    assert run(main) == (CancelledError, 3.0)


def test_one_block_after_another() -> None:
    async def main(_kernel: Any) -> Any:
        timeout = timeout_after(3)
        for _ in range(2):
            with pytest.raises(TimeoutError):
                async with timeout:
                    await sleep(9)
        return await clock()

    assert run(main) == 6.0


def test_an_error_inside_is_the_error() -> None:
    async def main(_kernel: Any) -> Any:
        with pytest.raises(ZeroDivisionError):
            async with timeout_after(3):
                await sleep(1 / 0)
        await sleep(9)
        return await clock()

    assert run(main) == 9.0


def test_who_swallows_it_goes_on() -> None:
    async def main(_kernel: Any) -> Any:
        async with timeout_after(3):
            try:
                await sleep(9)
            except TimedOut:
                await sleep(9)
        return await clock()

    assert run(main) == 12.0


@pytest.mark.parametrize("kind", [deadlines.Deadlines, Deadlines])
def test_timeouts_that_nobody_needs_do_not_pile_up(kind: Any) -> None:
    async def main(kernel: Any) -> int:
        kernel.timeouts = kind()
        async with timeout_after(1):
            for _ in range(10_000):
                async with timeout_after(30):
                    pass
        return len(kernel.timeouts.heap)

    assert (run(main) < 100) is (kind is Deadlines)
