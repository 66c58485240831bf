"""Ctrl-C that Python raises at any line of the kernel: every task that has begun is finished, and nothing is open."""
from __future__ import annotations

# mypy: allow-untyped-calls
import inspect
import socket
import sys
from collections.abc import Coroutine
from types import FrameType
from typing import Any

import pytest

from ghetto_asyncio.cancellation import deadlines
from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.kernel import kernel, places, sockets, task, virtual
from ghetto_asyncio.kernel.task import Task
from ghetto_asyncio.kernel.traps import close, read_wait, schedule, sleep, spawn
from ghetto_asyncio.together import lean, quick, registered, watched
from tests.support.main_loops import pair
from tests.support.quick_kernels import KERNELS

FILES = {module.__file__ for module in (kernel, places, sockets, task)}
QUICK = {module.__file__ for module in (lean, quick, registered, watched, cancelling, deadlines)}
every_kernel = pytest.mark.parametrize("kernel", [virtual.Kernel, *KERNELS.values()], ids=["first", *KERNELS])


class Morning:
    """A program that comes to every part of the kernel; it knows its coroutines."""

    def __init__(self) -> None:
        self.made: list[Coroutine[Any, Any, Any]] = []

    def make(self, coro: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, Any]:
        self.made.append(coro)
        return coro

    async def hear(self, sock: socket.socket) -> None:
        with sock:
            await read_wait(sock)

    async def nap(self, seconds: float) -> None:
        await sleep(seconds)
        await schedule()

    async def main(self, ours: socket.socket, theirs: socket.socket, shut: socket.socket) -> None:
        bob = await spawn(self.make(self.hear(ours)))
        tea = await spawn(self.make(self.nap(3)))
        await spawn(self.make(self.nap(1000)))
        eve = await spawn(self.make(self.hear(shut)))
        await tea.join()
        theirs.send(b"hello")
        await bob.join()
        await close(shut)
        with pytest.raises(OSError, match="closed"):
            await eve.join()


def struck(number: int, kernel: type[Any] = virtual.Kernel) -> tuple[bool, set[str]]:
    """Raise KeyboardInterrupt at the line with this number; say whether there was one, and the states of who began."""
    morning, lines = Morning(), 0

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal lines
        if frame.f_code.co_filename not in FILES | QUICK:
            return None
        lines += event == "line"
        if event == "line" and lines == number:
            raise KeyboardInterrupt
        return trace

    four = [*pair(), *pair()]
    started = kernel()
    before = sys.gettrace()
    try:
        sys.settrace(trace)
        started.run(morning.make(morning.main(four[0], four[1], four[2])))
    except KeyboardInterrupt:
        sys.settrace(before)
        assert lines >= number
    finally:
        sys.settrace(before)
        states: set[str] = {inspect.getcoroutinestate(coro) for coro in morning.made}
        for coro in morning.made:
            coro.close()
        for sock in four:
            sock.close()
        epoll = getattr(started.sockets, "epoll", None)
        closed = epoll.closed if epoll else started.sockets.selector.get_map() is None
        started.sockets.selector.close()
    assert closed or lines == 1
    return lines >= number, states


@every_kernel
def test_ctrl_c_at_every_line_of_the_kernel_finishes_whoever_has_begun(kernel: type[Any]) -> None:
    """A coroutine that is struck while a task is made of it has not begun, and holds nothing."""
    number, more = 0, True
    while more:
        number += 1
        more, states = struck(number, kernel)
        assert states <= {"CORO_CLOSED", "CORO_CREATED"}, number
    assert number > 400
    assert states == {"CORO_CLOSED"}


def test_a_task_that_never_goes_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: where resume() is struck, the kernel takes that for the end of the task."""
    monkeypatch.setattr(Task, "close", lambda _task: None)
    assert any("CORO_SUSPENDED" in struck(number)[1] for number in range(50, 200))
