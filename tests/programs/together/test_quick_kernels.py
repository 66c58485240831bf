"""The quick kernels register a socket once, do not spin, and keep neither sockets nor timeouts."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
import sys
import tracemalloc
from asyncio import CancelledError
from typing import Any
from unittest.mock import Mock

import pytest

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.traps import clock, schedule, sleep, spawn
from ghetto_asyncio.together import ops, watched
from tests.support.loops.main_loops import pair
from tests.support.loops.quick_kernels import KERNELS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it needs epoll")


def patient(rounds: int = 500) -> Any:
    """Return a kernel that asks epoll so often, and no more."""
    kind: Any = KERNELS["watched"]

    class Patient(kind):  # type: ignore[misc]
        left = rounds

        def wait(self) -> None:
            self.left -= 1
            assert self.left, "it spins"
            super().wait()

    return Patient()


def test_who_sends_what_nobody_waits_for_does_not_make_it_spin() -> None:
    async def main(ours: socket.socket, theirs: socket.socket) -> Any:
        theirs.send(b"one")
        assert await ops.sock_recv(ours, 10) == b"one"
        theirs.send(b"two")
        await sleep(5)
        theirs.shutdown(socket.SHUT_WR)
        await sleep(5)
        return await ops.sock_recv(ours, 10), await ops.sock_recv(ours, 10), await clock()

    ours, theirs = pair()
    with ours, theirs:
        assert patient().run(main(ours, theirs)) == (b"two", b"", 10.0)


def test_sockets_stay_registered_and_a_cancelled_wait_does_no_harm() -> None:
    async def main(ours: socket.socket, theirs: socket.socket) -> None:
        reader = await spawn(ops.sock_recv(ours, 1))
        await schedule()
        assert await reader.cancel()
        with pytest.raises(CancelledError):
            await reader.join()
        asked = kernel.sockets.epoll = Mock(wraps=kernel.sockets.epoll)
        for _ in range(100):
            theirs.send(b"x")
            await ops.sock_recv(ours, 1)
        assert not asked.register.called and not asked.modify.called and not asked.unregister.called

    kernel = patient()
    ours, theirs = pair()
    with ours, theirs:
        kernel.run(main(ours, theirs))


def test_a_thousand_connections_leave_nothing_behind() -> None:
    async def one() -> None:
        ours, theirs = pair()
        with ours, theirs:
            theirs.send(b"x")
            await ops.sock_recv(ours, 1)

    async def main() -> None:
        for number in (100, 1000):
            for _ in range(number):
                await (await spawn(one())).join()
            if number == 100:
                tracemalloc.start()
        assert tracemalloc.get_traced_memory()[0] < 50_000

    try:
        patient(10_000).run(main())
    finally:
        tracemalloc.stop()


def test_a_kernel_that_keeps_a_watch_for_nobody_spins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched.Watched, "narrow", lambda *_: None)
    with pytest.raises(AssertionError, match="it spins"):
        test_who_sends_what_nobody_waits_for_does_not_make_it_spin()


@pytest.mark.parametrize("name", ["quick", "watched"])
def test_a_million_timeouts_that_were_left_in_time_are_not_kept(name: str) -> None:
    async def main() -> int:
        for _ in range(20_000):
            async with timeout_after(1000):
                await schedule()
        return len(running.timeouts.heap)

    running = KERNELS[name]()
    assert running.run(main()) <= 66
