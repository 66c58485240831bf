"""The rims of the kernels: what is no Exception, what a clean-up says, who stays, what outlives a run, a file."""
from __future__ import annotations

# mypy: allow-untyped-calls
import os
import socket
from asyncio import CancelledError
from selectors import EVENT_READ
from typing import Any

import pytest

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel import join, virtual
from ghetto_asyncio.kernel.solutions import readers, within
from ghetto_asyncio.kernel.traps import clock, read_wait, schedule, sleep, spawn, trap
from ghetto_asyncio.together.lock import Lock
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


class Odd(BaseException):
    """An error that is no Exception, such as that of `pytest.fail()`."""


async def leaks(error: BaseException) -> None:
    """Sleep, and fail in the clean-up."""
    try:
        await sleep(9)
    finally:
        raise error


@pytest.mark.parametrize("error", [Odd("gas"), ValueError("gas")])
def test_the_error_of_an_orphan_is_told_whatever_it_is(error: Any, capsys: pytest.CaptureFixture[str]) -> None:
    async def fails() -> None:
        raise error

    async def main() -> None:
        await spawn(fails(), "Ann")
        await schedule()
        await schedule()

    for kind in (Kernel, virtual.Kernel, join.Kernel):
        kind().run(main())
        assert capsys.readouterr().out == f"Ann failed: {error!r}\n"


@pytest.mark.parametrize("error", [Odd("gas"), ValueError("gas")])
@pytest.mark.parametrize("how", ["cancel", "go on", "wait"])
def test_the_error_of_a_clean_up_is_told(how: str, error: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        ann = await spawn(leaks(error), "Ann")
        await schedule()
        await (ann.wait() if how == "wait" else ann.cancel(blocking=how == "cancel"))
        await schedule()

    Kernel().run(main())
    assert capsys.readouterr().out == f"Ann failed: {error!r}\n"


@pytest.mark.parametrize("plain", [False, True])
def test_an_error_without_words_ends_nobody_else(plain: bool, capsys: pytest.CaptureFixture[str]) -> None:
    class Wordless(Exception):
        def __repr__(self) -> str:
            raise TypeError("no words")

    async def bystander() -> Any:
        await sleep(5)
        return await clock()

    async def main() -> Any:
        other, orphan = await spawn(bystander()), await spawn(fails(), "Bob")
        await sleep(1)
        return await other.join(), orphan.ended

    async def fails() -> None:
        raise Wordless

    kernel = virtual.Kernel() if plain else Kernel()
    assert kernel.run(main()) == (5, True)
    assert capsys.readouterr().out == "Bob failed, and has no words: TypeError('no words')\n"


def test_an_error_that_was_sent_is_not_told_to_its_sender(capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> Any:
        ann = await spawn(sleep(9), "Ann")
        await schedule()
        return await ann.cancel(exc=ValueError), type(ann.error)

    assert Kernel().run(main()) == (True, ValueError)
    assert capsys.readouterr().out == ""


def test_who_has_survived_a_cancel_does_not_survive_the_end() -> None:
    ends: list[float] = []

    async def stays() -> None:
        try:
            await sleep(9)
        except CancelledError:
            try:
                await sleep(86400)
            finally:
                ends.append(await clock())

    async def main() -> None:
        ann = await spawn(stays())
        await sleep(1)
        await ann.cancel(blocking=False)
        await sleep(1)

    Kernel().run(main())
    assert ends == [2]


def test_who_is_cancelled_right_before_the_end_is_cancelled_once() -> None:
    ends: list[float] = []

    async def tidies() -> None:
        try:
            await sleep(9)
        finally:
            await sleep(5)
            ends.append(await clock())

    async def main() -> None:
        ann = await spawn(tidies())
        await sleep(1)
        await ann.cancel(blocking=False)

    Kernel().run(main())
    assert ends == [6]


@pytest.mark.parametrize("error", [Odd, ValueError])
@pytest.mark.parametrize("plain", [False, True])
def test_two_clean_ups_that_fail_at_the_end_leave_nobody_behind(error: Any, plain: bool) -> None:
    log: list[str] = []

    async def good() -> None:
        try:
            await sleep(9)
        finally:
            log.append("good")

    async def main() -> str:
        for coro in (leaks(error("one")), leaks(error("two")), leaks(error("three")), good()):
            await spawn(coro)
        await schedule()
        return "value"

    kernel = virtual.Kernel() if plain else Kernel()
    assert kernel.run(main()) == "value"
    assert (log, list(kernel.tasks)) == (["good"], [])


@pytest.mark.parametrize("plain", [False, True])
def test_a_lock_may_outlive_its_kernel(plain: bool) -> None:
    kind, kettle = virtual.Kernel if plain else Kernel, Lock()

    async def deaf() -> None:
        while True:
            try:
                await kettle.acquire()
            except CancelledError:
                continue

    async def first() -> None:
        await kettle.acquire()
        await spawn(deaf() if not plain else kettle.acquire())
        await schedule()

    async def second() -> Any:
        await kettle.release()
        await sleep(1)
        return kettle.locked()

    kind().run(first())
    assert list(kettle.waiting) == []
    assert kind().run(second()) is False


def test_a_newcomer_is_not_refused_because_of_a_file_that_was_closed() -> None:
    """The same number: a pipe that was closed without telling the kernel, and then a socket."""
    async def main() -> bool:
        number, writing = os.pipe()
        reading = os.fdopen(number, "rb", 0)
        ann = await spawn(read_wait(reading))
        await schedule()
        reading.close()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            assert ours.fileno() == number
            theirs.send(b"hello")
            await read_wait(ours)
        os.close(writing)
        return isinstance(ann.error, OSError)

    assert Kernel().run(main())


@pytest.mark.parametrize("seconds", [1j, float("nan"), "long"])
def test_who_sleeps_for_nonsense_hears_of_it_and_nobody_else(seconds: Any) -> None:
    async def bystander() -> Any:
        await sleep(5)
        return await clock()

    async def main() -> Any:
        other = await spawn(bystander())
        with pytest.raises((TypeError, ValueError)):
            await sleep(seconds)
        with pytest.raises((TypeError, ValueError)):
            async with timeout_after(seconds):
                pass
        return await other.join()

    assert Kernel().run(main()) == 5


def test_what_cannot_be_raised_is_an_error_of_the_task_that_interrupts() -> None:
    async def main() -> Any:
        other = await spawn(sleep(5))
        await schedule()
        with pytest.raises(TypeError, match="'x' cannot be raised"):
            await trap("interrupt", other, "x")
        await other.join()
        return await clock()

    assert Kernel().run(main()) == 5


def test_who_waits_within_nonsense_hears_of_it_and_is_in_no_place() -> None:
    async def main(ours: Any) -> Any:
        with pytest.raises(TimeoutError):
            await within.recv_within(ours, 100, float("nan"))
        with pytest.raises(ValueError, match="not a number"):
            await trap("wait_within", ours, EVENT_READ, float("nan"))
        with pytest.raises((OSError, ValueError, TypeError)):
            await trap("wait_within", "nothing", EVENT_READ, 5)
        await sleep(9)
        return await clock()

    ours, anns = socket.socketpair()
    with ours, anns:
        ours.setblocking(False)
        assert within.Kernel().run(main(ours)) == 9


def test_behind_a_socket_that_was_closed_without_telling_nobody_steps_forward() -> None:
    """A copy lives and has data; the solution with a queue of readers does not fall."""
    async def main() -> list[bool]:
        ours, theirs = socket.socketpair()
        with ours.dup(), theirs:
            tasks = [await spawn(read_wait(ours)) for _ in range(2)]
            await schedule()
            ours.close()
            theirs.send(b"hello")
            await sleep(0.01)
            return [task.ended for task in tasks]

    assert readers.Kernel().run(main()) == [True, False]
