"""The rims of the nursery: what is no Exception, a block in a clean-up, one coroutine twice, an error like all."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.traps import clock, schedule, sleep, spawn
from ghetto_asyncio.together.happy_eyeballs import happy_eyeballs
from ghetto_asyncio.together.nursery import Nursery
from ghetto_asyncio.together.race import race
from ghetto_asyncio.together.serve import serve
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


async def fails(seconds: float, error: BaseException) -> None:
    """Sleep, and fail."""
    await sleep(seconds)
    raise error


def test_a_test_that_fails_in_a_child_fails() -> None:
    """What `pytest.fail()` raises is no Exception."""
    async def child() -> None:
        await sleep(1)
        pytest.fail("red")

    async def main() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(child())
            await nursery.spawn(sleep(50))
            await sleep(99)

    kernel = Kernel()
    with pytest.raises(BaseExceptionGroup) as caught:
        kernel.run(main())
    assert [type(error) for error in caught.value.exceptions] == [pytest.fail.Exception]
    assert kernel.trap_clock() == 1


def test_an_interruption_of_any_kind_ends_the_children() -> None:
    ends: list[float] = []

    async def child() -> None:
        try:
            await sleep(50)
        finally:
            ends.append(await clock())

    async def owner() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(child())

    async def main() -> Any:
        task = await spawn(owner())
        await sleep(1)
        await task.cancel(exc=pytest.fail.Exception("red"))
        return type(task.error)

    assert Kernel().run(main()) is BaseExceptionGroup
    assert ends == [1]


@pytest.mark.parametrize("how", ["a child fails", "cancel"])
@pytest.mark.parametrize("survives", [False, True])
def test_a_block_in_a_clean_up_is_interrupted_like_any(how: str, survives: bool) -> None:
    ends: list[float] = []

    async def block() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(fails(60, ValueError()) if how == "a child fails" else later(nursery))
            await sleep(3600)

    async def later(nursery: Any) -> None:
        await sleep(60)
        await nursery.cancel()

    async def tidies() -> None:
        try:
            await sleep(1000)
        except CancelledError:
            try:
                await block()
            except* ValueError:
                pass
            ends.append(await clock())
            if not survives:
                raise

    async def main() -> None:
        task = await spawn(tidies())
        await sleep(1)
        await task.cancel()

    Kernel().run(main())
    assert ends == [61]


def test_somebody_answers_in_a_clean_up() -> None:
    class Line:
        """A connection that may be closed."""

        closed = False

        def close(self) -> None:
            """Hang up."""
            self.closed = True

    async def call(seconds: float) -> Line:
        await sleep(seconds)
        return Line()

    async def main() -> Any:
        found: list[Line] = []

        async def tidies() -> None:
            try:
                await sleep(1000)
            finally:
                found.append(await happy_eyeballs(call, [0.3, 5]))

        task = await spawn(tidies())
        await schedule()
        await task.cancel()
        return [line.closed for line in found], await clock()

    assert Kernel().run(main()) == ([False], 0.3)


def test_one_coroutine_twice_is_an_error_and_the_first_is_waited_for() -> None:
    async def work() -> None:
        try:
            await sleep(5)
        finally:
            await sleep(10)

    children: list[Any] = []

    async def twice(coro: Any) -> None:
        async with Nursery() as nursery:
            for _ in range(2):
                children.append(await nursery.spawn(coro))

    async def main() -> Any:
        with pytest.raises(ExceptionGroup, match="a nursery has failed"):
            await twice(work())
        return [type(child.error) for child in children], await clock()

    assert Kernel().run(main()) == ([CancelledError, RuntimeError], 10)


def test_an_error_that_is_like_all_others_is_raised() -> None:
    class Generous(CancelledError):
        """An error that is equal to any other."""

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = CancelledError.__hash__

    async def owner() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(sleep(50))

    async def main() -> Any:
        task = await spawn(owner())
        await schedule()
        await task.cancel(exc=Generous)
        return type(task.error)

    assert Kernel().run(main()) is Generous


def test_a_race_in_which_nobody_arrives() -> None:
    async def main() -> None:
        other = await spawn(sleep(9))
        await schedule()
        await other.cancel()
        await race(other.join())

    with pytest.raises(RuntimeError, match="all have been cancelled"):
        Kernel().run(main())


@pytest.mark.parametrize("rounds", range(5))
def test_who_comes_when_the_server_is_cancelled_is_closed(rounds: int) -> None:
    """In the same round, or in one of the next."""
    async def main() -> Any:
        bell, ring = socket.socketpair()
        bell.setblocking(False)
        listener = socket.create_server(("127.0.0.1", 0))
        address = listener.getsockname()
        server = await spawn(serve(listener, bell, 10))
        await sleep(1)
        with bell, ring, socket.socket() as client:
            client.connect(address)
            for _ in range(rounds):
                await schedule()
            await server.cancel()
            client.setblocking(False)  # it hears the end, and does not wait
            return type(server.error), list(iter(lambda: client.recv(100), b""))

    assert Kernel().run(main()) in ((CancelledError, [b"0> "] * said) for said in (0, 1))
