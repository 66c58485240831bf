"""Sockets stay watched, and no more than that: numbers are used again, sockets closed, copied, left alone."""
from __future__ import annotations

# mypy: allow-untyped-calls, allow-untyped-defs
import socket
import sys
import tracemalloc
from asyncio import CancelledError
from contextlib import ExitStack, closing
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.tasks import gates, sockets, straight
from tests.support.loops.main_loops import Pair, pair
from tests.support.loops.quick_loops import patient, rounds

__all__ = ["pair", "patient"]


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("told", [False, True], ids=["early", "at the end of data"])
def test_a_number_is_used_again(loop: Any, copied: bool, told: bool) -> None:
    async def main(stack: ExitStack) -> None:
        numbers = set()
        for word in (b"Ann", b"Bob", b"Eve"):
            ours, theirs = pair()
            numbers.add(ours.fileno())
            with ours, theirs:
                theirs.send(word)
                assert await loop.sock_recv(ours, 10) == word
                if copied:
                    stack.enter_context(ours.dup())
                    theirs.send(b"for the copy")
                if told:
                    theirs.close()
                    while await loop.sock_recv(ours, 20):
                        pass
        assert copied or len(numbers) < 3  # a new selector may take one
        await loop.sleep(0.02)

    with ExitStack() as stack:
        loop.run_until_complete(main(stack))


def test_who_sends_what_nobody_waits_for_does_not_make_it_spin(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main() -> bytes:
        theirs.send(b"one")
        assert await loop.sock_recv(ours, 10) == b"one"
        theirs.send(b"two")
        await loop.sleep(0.05)
        return bytes(await loop.sock_recv(ours, 10))

    assert loop.run_until_complete(main()) == b"two"


def test_a_reader_and_a_writer_share_a_socket(loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    much = bytes(range(256)) * 4096

    async def hears() -> int:
        heard = 0
        while heard < len(much):
            heard += len(await loop.sock_recv(theirs, 1 << 16))
            await loop.sock_sendall(theirs, memoryview(b"ok").cast("H"))
        return heard

    async def main() -> None:
        loop.left = 5000
        tasks = loop.create_task(hears()), loop.create_task(loop.sock_recv(ours, 2))
        await loop.sock_sendall(ours, much)
        assert await tasks[1] == b"ok"
        assert await tasks[0] == len(much)

    loop.run_until_complete(main())


def test_what_cannot_be_waited_for_is_refused_where_it_is_awaited(loop: Any, pair: Pair) -> None:
    ours, _theirs = pair
    ours.close()

    async def main() -> None:
        for event in (EVENT_READ, EVENT_WRITE):
            with pytest.raises(ValueError, match="file descriptor"):
                await loop.sock_ready(ours, event)
        with pytest.raises((ValueError, OSError)):
            await loop.sock_recv(ours, 10)

    loop.run_until_complete(main())


@pytest.mark.parametrize("new_loop", [gates.Loop, straight.Loop])
def test_a_thousand_connections_leave_nothing_behind(new_loop: Any) -> None:
    async def one() -> None:
        ours, theirs = pair()
        with ours, theirs:
            theirs.send(b"x")
            await loop.sock_recv(ours, 1)

    async def many(number: int) -> None:
        for _ in range(number):
            await loop.create_task(one())

    with closing(new_loop()) as loop:
        loop.run_until_complete(many(100))
        tracemalloc.start()
        try:
            loop.run_until_complete(many(1000))
            assert tracemalloc.get_traced_memory()[0] < 50_000
        finally:
            tracemalloc.stop()
        assert len(loop.gates) <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="it counts what epoll is asked")
@pytest.mark.parametrize("new_loop", [gates.Loop, straight.Loop])
def test_sockets_stay_registered(new_loop: Any, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pair
    registered: list[object] = []

    async def main(loop: Any) -> None:
        register = type(loop.selector).register

        def counting(*args: object) -> object:
            registered.append(args)
            return register(*args)

        monkeypatch.setattr(type(loop.selector), "register", counting)
        for _ in range(100):
            theirs.send(b"x")
            await loop.sock_recv(ours, 1)

    with closing(new_loop()) as loop:
        loop.run_until_complete(main(loop))
    assert len(registered) == 1


def test_a_loop_whose_only_wait_was_cancelled_is_idle(loop: Any, pair: Pair) -> None:
    ours, _theirs = pair

    async def main() -> None:
        task = loop.create_task(loop.sock_recv(ours, 1))
        await rounds(2)
        task.cancel()
        with pytest.raises(CancelledError):
            await task

    loop.run_until_complete(main())
    loop.run_until_idle()
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        loop.run_until_complete(loop.create_future())


def test_two_objects_of_one_socket_wait_in_peace(loop: Any, pair: Pair) -> None:
    if isinstance(loop, sockets.Loop) and not isinstance(loop, gates.Loop):
        pytest.skip("there the second takes the place of the first, as it does in asyncio")
    ours, theirs = pair
    twin = socket.socket(fileno=ours.fileno())
    try:

        async def main() -> set[bytes]:
            tasks = [loop.create_task(loop.sock_recv(sock, 1)) for sock in (ours, twin)]
            await loop.sleep(0.02)
            theirs.send(b"ab")
            return {await task for task in tasks}

        assert loop.run_until_complete(main()) == {b"a", b"b"}
    finally:
        twin.detach()


def test_a_wait_on_a_closed_socket_that_was_watched_is_refused(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main() -> None:
        theirs.send(b"x")
        assert await loop.sock_recv(ours, 1) == b"x"
        ours.close()
        with pytest.raises((ValueError, OSError)):
            await loop.sock_recv(ours, 1)

    loop.run_until_complete(main())
