"""Sockets that are closed too early, or that somebody else watches: on the plain loop for tasks and the quicker."""
from __future__ import annotations

# mypy: allow-untyped-calls, allow-untyped-defs
import os
import resource
import socket
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from ghetto_asyncio.tasks import gates
from tests.support.loops.main_loops import Pair
from tests.support.loops.quick_loops import patient, rounds

__all__ = ["patient"]


def test_a_reader_that_takes_the_place_of_a_gate_is_called(loop: Any, pair: Pair) -> None:
    """The gate is in the queue already: an event has come, and nobody waits."""
    ours, theirs = pair
    log: list[bytes] = []

    async def main() -> None:
        theirs.send(b"one")
        assert await loop.sock_recv(ours, 10) == b"one"
        theirs.send(b"two")
        loop.call_soon(rounds, 0).cancel()
        loop.wait()
        loop.add_reader(ours, lambda: log.append(ours.recv(10)))
        await rounds(3)
        theirs.send(b"three")
        await rounds(3)
        assert loop.remove_reader(ours)

    loop.run_until_complete(main())
    assert log == [b"two", b"three"]


def test_a_socket_is_closed_and_the_next_round_is_made_by_hand(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main() -> None:
        theirs.send(b"x")
        assert await loop.sock_recv(ours, 1) == b"x"

    loop.run_until_complete(main())
    log: list[bytes] = []
    with ExitStack() as stack:
        ann, bob = (stack.enter_context(sock) for sock in socket.socketpair())
        ours.close()
        loop.add_reader(ann, lambda: log.append(ann.recv(1)))
        bob.send(b"ab")
        while len(log) < 2:
            loop.run_once()
        loop.remove_reader(ann)
    assert log == [b"a", b"b"]


@pytest.mark.parametrize("waits", [False, True], ids=["nobody waits", "somebody waits"])
def test_no_descriptor_is_left_for_another_selector(loop: Any, pair: Pair, waits: bool) -> None:
    """A socket was closed too early, the next one has its number, and it was the last."""
    ours, theirs = pair
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def main(stack: ExitStack) -> None:
        theirs.send(b"x")
        assert await loop.sock_recv(ours, 1) == b"x"
        task = loop.create_task(loop.sock_recv(ours, 1)) if waits else None
        await rounds(3)
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 9, hard))
        with suppress(OSError):
            while True:
                stack.callback(os.close, os.dup(theirs.fileno()))
        number = ours.fileno()
        ours.close()
        with theirs.dup() as newcomer:
            assert newcomer.fileno() == number
            assert await loop.sock_recv(newcomer, 1) == b""
        if task and isinstance(loop, gates.Loop):  # on the others it waits for ever, as on asyncio
            with pytest.raises(OSError, match="Bad file descriptor"):
                await task
        elif task:
            task.cancel()
            await rounds(3)

    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        loop.run_until_complete(main(stack))
    assert not loop.waiting
