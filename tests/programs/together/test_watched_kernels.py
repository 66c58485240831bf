"""A kernel goes on watching sockets, and no more: numbers are used again, sockets closed, copied, left alone."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
import sys
import tracemalloc
from asyncio import CancelledError
from contextlib import ExitStack
from typing import Any
from unittest.mock import Mock

import pytest

from ghetto_asyncio.kernel.traps import clock, close, schedule, sleep, spawn
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


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("told", ["early", "at the end of data", "by close"])
def test_a_number_is_used_again(copied: bool, told: str) -> None:
    """Somebody who closes early, and keeps a copy, does not make it spin, and takes nothing from the next socket."""
    async def main(stack: ExitStack) -> None:
        for word in (b"Ann", b"Bob", b"Eve"):
            ours, theirs = pair()
            with ours, theirs:
                reader = await spawn(ops.sock_recv(ours, 10))
                await sleep(1)
                theirs.send(word)
                assert await reader.join() == word
                if copied:
                    stack.enter_context(ours.dup())
                    theirs.send(b"for the copy")
                if told == "at the end of data":
                    theirs.close()
                    while await ops.sock_recv(ours, 20):
                        pass
                elif told == "by close":
                    await close(ours)
        await sleep(1)

    with ExitStack() as stack:
        patient().run(main(stack))


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


def test_a_reader_and_a_writer_share_a_socket() -> None:
    much = bytes(range(256)) * 4096

    async def hears(sock: socket.socket) -> int:
        heard = 0
        while heard < len(much):
            heard += len(await ops.sock_recv(sock, 1 << 16))
            await ops.sock_sendall(sock, memoryview(b"ok").cast("H"))
        return heard

    async def main(ours: socket.socket, theirs: socket.socket) -> None:
        tasks = await spawn(hears(theirs)), await spawn(ops.sock_recv(ours, 2))
        await ops.sock_sendall(ours, much)
        assert await tasks[1].join() == b"ok"
        assert await tasks[0].join() == len(much)

    ours, theirs = pair()
    with ours, theirs:
        patient(5000).run(main(ours, theirs))


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


async def copies(stack: ExitStack) -> None:
    """Close a socket without a word while somebody has a copy; the next one has its number, and the copy hears."""
    ours, theirs = pair()
    reader = await spawn(ops.sock_recv(ours, 10))
    await sleep(1)
    theirs.send(b"Ann")
    await reader.join()
    stack.enter_context(ours.dup())
    number = ours.fileno()
    ours.close()
    bobs, peer = pair()
    with theirs, bobs, peer:
        again, other = (bobs, peer) if bobs.fileno() == number else (peer, bobs)
        assert again.fileno() == number
        reader = await spawn(ops.sock_recv(again, 10))
        await sleep(1)
        theirs.send(b"for the copy")
        await sleep(1)
        other.send(b"Bob")
        assert await reader.join() == b"Bob"


def test_what_a_copy_hears_wakes_nobody_for_ever() -> None:
    with ExitStack() as stack:
        patient(50).run(copies(stack))


def test_a_kernel_that_believes_each_event_spins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "has_happened", lambda *_: True)
    with ExitStack() as stack, pytest.raises(AssertionError, match="it spins"):
        patient(50).run(copies(stack))


def test_a_kernel_that_keeps_a_watch_for_nobody_spins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched.Watched, "narrow", lambda *_: None)
    with pytest.raises(AssertionError, match="it spins"):
        test_who_sends_what_nobody_waits_for_does_not_make_it_spin()
