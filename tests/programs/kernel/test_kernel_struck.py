"""Ctrl-C at every line of the kernels: it comes out of run(), and no socket is open and no task unfinished."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from asyncio import CancelledError
from contextlib import closing as closed_at_the_end
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest

from ghetto_asyncio.cancellation import cancel, timeout
from ghetto_asyncio.cancellation import deadlines as cancelling_deadlines
from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.cancellation import virtual as cancelling_virtual
from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel import deadlines, kernel, ops, places, sockets, task, traps, virtual
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import close, park, schedule, sleep, spawn, wake
from ghetto_asyncio.together import lean, quick, registered, watched
from tests.support.loops.quick_kernels import KERNELS
from tests.support.loops.struck import Evening, Program, Strike, everywhere

KERNEL: list[ModuleType] = [kernel, task, deadlines, places, sockets, ops, traps]
CANCELLING: list[ModuleType] = [*KERNEL, cancel, cancelling, cancelling_deadlines, timeout]


async def hear(ours: socket.socket) -> None:
    """Read to the end; one's own end is closed by others, or here."""
    with ours, suppress(OSError, ValueError):
        while await ops.sock_recv(ours, 10):
            pass


async def talk(theirs: socket.socket) -> None:
    """Say something, rest, and close."""
    with theirs, suppress(OSError, ValueError):
        await ops.sock_sendall(theirs, b"hello")
        await sleep(1)


async def tidy(ours: socket.socket) -> None:
    """Wait for nobody; say good-bye."""
    try:
        await park(Place("nobody"))
    finally:
        with ours, suppress(OSError):
            ours.send(b"bye")


async def tidy_slowly(ours: socket.socket) -> None:
    """Sleep; wait once more, and once more, to clean up."""
    with ours:
        try:
            try:
                await sleep(60)
            finally:
                await sleep(1)
        finally:
            await schedule()


async def join(other: Any, ours: socket.socket) -> None:
    """Wait for the end of another, with a socket in one's hand."""
    with ours, suppress(CancelledError):
        await other.join()


async def at_home(evening: Evening) -> None:
    """Somebody is joined, somebody's socket is closed, and some are left when it is over."""
    (ann, bob), (eve, other) = evening.pair(), evening.pair()
    with ann, bob, eve, other:
        hearing = await spawn(evening.keep(hear(ann)))
        await spawn(evening.keep(talk(bob)))
        tidying = await spawn(evening.keep(tidy(eve)))
        await spawn(evening.keep(join(tidying, other)))
        await hearing.join()
        await wake(Place("nobody"))
        left, right = evening.pair()
        with left, right:
            waits = await spawn(evening.keep(hear(left)))
            await schedule()
            await close(left)
            await waits.join()


async def with_limits(evening: Evening) -> None:
    """Somebody is timed out, somebody is cancelled, and two still clean up when it is over."""
    (ann, bob), (eve, other), (left, right) = evening.pair(), evening.pair(), evening.pair()
    with ann, bob, eve, other, left, right:
        hearing = await spawn(evening.keep(hear(ann)))
        await spawn(evening.keep(talk(bob)))
        tidying = [await spawn(evening.keep(tidy_slowly(sock))) for sock in (eve, left)]
        for sock, each in zip((other, right), tidying):
            await spawn(evening.keep(join(each, sock)))
        with suppress(TimeoutError):
            async with timeout_after(5), timeout_after(9):
                await tidying[0].join()
        async with shield():
            await tidying[0].cancel()
        await hearing.join()


async def nested(evening: Evening) -> None:
    """The same in a coroutine that is awaited."""
    await with_limits(evening)


def wrong(strikes: list[Strike]) -> list[Strike]:
    """Return the strikes after which not everything is as it should be."""
    return [strike for strike in strikes if strike.wrong]


def struck(strikes: list[Strike]) -> set[str]:
    """Return the files that were struck."""
    return {strike.where[0] for strike in strikes}


def test_ctrl_c_at_every_line_of_the_kernel() -> None:
    strikes = everywhere(virtual.Kernel, at_home, KERNEL)
    assert wrong(strikes) == []
    assert struck(strikes) == {f"kernel/{module.__name__.split('.')[-1]}.py" for module in KERNEL} | {""}


@pytest.mark.parametrize("name", KERNELS)
def test_ctrl_c_at_every_line_of_the_kernels_that_cancel(name: str) -> None:
    own: dict[str, list[ModuleType]] = {
        "plain": [], "quick": [lean, quick], "watched": [lean, quick, registered, watched],
    }
    strikes = everywhere(KERNELS[name], nested, [*CANCELLING, *own[name]])
    assert wrong(strikes) == []
    files = {f"together/{module.__name__.split('.')[-1]}.py" for module in own[name]}
    assert struck(strikes) > {"kernel/kernel.py", "cancellation/kernel.py", "cancellation/timeout.py"} | files


class Hasty(virtual.Kernel):
    """Closes whoever is left once, as most programs do."""

    def run(self, coro: Any) -> Any:
        with closed_at_the_end(self):
            main = self.trap_spawn(coro)
            self.run_until(main)
        return main.outcome()


class Curt(cancelling_virtual.Kernel):
    """Closes a coroutine as the plain kernel does, and leaves those inside it to nobody."""

    class new_task(cancelling.Task):
        close = task.Task.close


BROKEN: dict[str, tuple[type[Any], Program, int, str]] = {
    "hasty": (Hasty, at_home, 3, "is still a task"),
    "curt": (Curt, nested, 7, "ignored: RuntimeError"),
}


@pytest.mark.parametrize(("kernel", "program", "step", "said"), BROKEN.values(), ids=BROKEN)
def test_a_kernel_that_leaves_something_is_found_out(
    kernel: type[Any], program: Program, step: int, said: str
) -> None:
    assert said in str(wrong(everywhere(kernel, program, KERNEL, step)))
