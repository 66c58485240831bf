"""Where tasks of a kernel wait for sockets: closed ones, refused ones, numbers that are used again."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import math
import os
import resource
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector
from typing import Any
from unittest.mock import Mock, patch

import pytest

from ghetto_asyncio.kernel import kernel as plain
from ghetto_asyncio.kernel.traps import close, read_wait, schedule, sleep, spawn, trap, write_wait
from ghetto_asyncio.kernel.virtual import Kernel
from ghetto_asyncio.together import watched
from tests.support.loops.main_loops import pair
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


async def told(wait: Any) -> str:
    """Wait, and return what comes of it."""
    try:
        await wait
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "goes on"


@contextmanager
def both() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Return two ends of a connection, which will be closed."""
    ours, theirs = pair()
    with ours, theirs:
        yield ours, theirs


def fill(sock: socket.socket) -> None:
    """Send until there is no room."""
    with suppress(BlockingIOError):
        while True:
            sock.send(b"no room for more" * 4096)


CLOSED = "OSError: the socket was closed"


def test_reader_and_writer_of_a_socket_that_is_closed_are_told() -> None:
    async def main(ours: socket.socket, theirs: socket.socket) -> list[str]:
        fill(ours)
        tasks = [await spawn(told(read_wait(ours))), await spawn(told(write_wait(ours)))]
        await schedule()
        await close(ours)
        return [await task.join() for task in tasks]

    with both() as (ours, theirs):
        assert Kernel().run(main(ours, theirs)) == [CLOSED, CLOSED]


def test_a_closed_socket_may_be_closed_again_and_not_be_waited_for() -> None:
    async def main(sock: socket.socket) -> str:
        await close(sock)
        await close(sock)
        return await told(read_wait(sock))

    assert Kernel().run(main(socket.socket())) == "ValueError: Invalid file descriptor: -1"


@pytest.mark.parametrize("also_writer", [False, True])
def test_a_number_that_is_used_again_is_nobodys_old_coat(also_writer: bool) -> None:
    """Bob waits for a socket that is closed without a word; Eve’s has its number. Each hears what is theirs."""
    async def main(first: socket.socket) -> list[str]:
        tasks = [await spawn(told(read_wait(first)))]
        if also_writer:
            fill(first)
            tasks.append(await spawn(told(write_wait(first))))
        await schedule()
        number = first.fileno()
        first.close()
        ours, eves = pair()
        with ours, eves:
            assert number in (ours.fileno(), eves.fileno())
            again, other = (ours, eves) if ours.fileno() == number else (eves, ours)
            tasks.append(await spawn(told(read_wait(again))))
            await schedule()
            assert [task.ended for task in tasks] == [False] * len(tasks)
            await schedule()
            other.send(b"hello")
            return [await task.join() for task in tasks]

    with both() as (ours, _theirs):
        assert Kernel().run(main(ours)) == [CLOSED] * (1 + also_writer) + ["goes on"]


def test_whoever_waits_for_a_socket_that_was_closed_without_a_word_wakes_who_waited_before() -> None:
    async def main(sock: socket.socket) -> list[str]:
        bob = await spawn(told(read_wait(sock)))
        await schedule()
        sock.close()
        return [await told(write_wait(sock)), await bob.join()]

    with both() as (ours, _theirs):
        assert Kernel().run(main(ours)) == ["ValueError: Invalid file descriptor: -1", CLOSED]


def test_one_who_leaves_leaves_the_other_there() -> None:
    """Also if the socket has been closed without a word, and nothing can be told to epoll any more."""
    class Leaver(Kernel):
        def trap_leave(self, task: Any) -> None:
            self.wake(task)

    async def main(sock: socket.socket, quietly: bool) -> Any:
        bob = await spawn(told(read_wait(sock)))
        eve = await spawn(told(trap("wait_for", sock, EVENT_WRITE)))
        await schedule()
        if quietly:
            sock.close()
        await trap("leave", eve)
        return await eve.join(), bob.ended

    for quietly in (False, True):
        with both() as (ours, _theirs):
            fill(ours)
            assert Leaver().run(main(ours, quietly)) == ("goes on", False)


def test_what_cannot_be_watched_is_an_error_of_the_task_alone() -> None:
    async def main(file: Any, ours: socket.socket, theirs: socket.socket) -> list[str]:
        bob = await spawn(told(read_wait(ours)))
        await schedule()
        wrong = [await told(read_wait(each)) for each in (file, "tea", None, -1, 987_654, ours)]
        wrong.append(await told(trap("wait_for", theirs, 7)))
        theirs.send(b"hello")
        return [*(each.partition(":")[0] for each in wrong), await bob.join()]

    with both() as (ours, theirs), tempfile.TemporaryFile() as file:
        assert Kernel().run(main(file, ours, theirs)) == [
            "PermissionError", *["ValueError"] * 3, "OSError", "RuntimeError", "ValueError", "goes on"
        ]


def without_room(sockets: Any, full: OSError) -> Any:
    """Let the selector, or the epoll that is asked directly, take no more sockets."""
    if isinstance(sockets.selector, BaseSelector):
        return patch.object(sockets.selector, "register", side_effect=full)
    return patch.object(sockets, "epoll", Mock(wraps=sockets.epoll, **{"register.side_effect": full}))


@pytest.mark.parametrize("known", [False, True])
def test_no_room_in_epoll_is_an_error_of_the_task_and_of_nobody_else(known: bool) -> None:
    """Bob waits already, for the same socket or for another one; who comes later finds no room."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def main(kernel: Any, bobs: socket.socket, sock: socket.socket, theirs: socket.socket) -> list[str]:
        bob = await spawn(told(read_wait(bobs)))
        await schedule()
        with without_room(kernel.sockets, full):
            answer = await told(write_wait(sock))
        theirs.send(b"hello")
        return [answer, await bob.join()]

    with both() as (ours, theirs), both() as (other, _peer):
        kernel = Kernel()
        answers = kernel.run(main(kernel, ours, ours if known else other, theirs))
    assert answers == ["goes on" if known else f"OSError: {full}", "goes on"]


def test_no_descriptor_for_a_kernel_is_an_error_at_once() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            Kernel()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_an_event_that_nobody_waits_for_wakes_nobody() -> None:
    """The socket can be written all the time, and Bob only wants to read."""
    async def main(ours: socket.socket, theirs: socket.socket) -> float:
        bob = await spawn(told(trap("wait_for", ours, EVENT_READ)))
        await sleep(5)
        assert not bob.ended
        theirs.shutdown(socket.SHUT_WR)
        await bob.join()
        return float(await trap("clock"))

    with both() as (ours, theirs):
        assert Kernel().run(main(ours, theirs)) == 5


@pytest.mark.parametrize("kind", [plain.Kernel, watched.Kernel], ids=lambda kind: str(kind.__module__))
@pytest.mark.parametrize("seconds", [86400 * 30, 1e10, math.inf])
def test_epoll_may_refuse_to_wait_so_long_and_nobody_learns_of_it(seconds: float, kind: type[Any]) -> None:
    """Bob sleeps longer than epoll can, and the kernel waits for Ann all the same."""
    async def main(ours: socket.socket, theirs: socket.socket) -> bytes:
        await spawn(sleep(seconds))
        await schedule()
        theirs.send(b"hello")
        await read_wait(ours)
        return ours.recv(100)

    with both() as (ours, theirs):
        assert kind().run(main(ours, theirs)) == b"hello"
