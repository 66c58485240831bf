"""The server that knows how to end, and the bell: at a signal, at several, beside handlers of others, with clients."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import contextlib
import io
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from ghetto_asyncio.clocks.jump import jump, jumping
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.ending import bell, serve
from tests.support.peers import ending
from tests.support.peers.cable import hears, reset

running = partial(ending.running, "ghetto_asyncio.ending.serve")
Loop: Any = bell.Loop
BOTH = pytest.mark.parametrize("new_loop", [Loop, asyncio.SelectorEventLoop], ids=["ours", "asyncio"])


def test_at_a_signal_nobody_comes_in_and_the_talks_go_on() -> None:
    with running("--grace", "600") as server, server.connect() as ann, server.connect() as bob:
        server.send(signal.SIGTERM, signal.SIGINT)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port))
        for person in (ann, bob):
            person.sendall(b"still there?\n")
            hears(person, b"still there?\n1> ")
            person.shutdown(socket.SHUT_WR)
            assert person.recv(1) == b""
        lines = ["client 1 comes", "client 2 comes", "nobody comes in; 600 seconds are left"]
        assert server.ends() == (0, [*lines, "client 1 leaves", "client 2 leaves"], "")


def test_when_the_time_is_over_the_talks_end() -> None:
    with running("--grace", "1") as server, server.connect() as ann, server.connect() as bob:
        bob.settimeout(0.2)
        with contextlib.suppress(TimeoutError):  # Bob never listens
            while True:
                bob.sendall(b"%0999d\n" % 0)
        server.process.send_signal(signal.SIGTERM)
        assert ann.recv(1) == b""
        status, lines, errors = server.ends()
        assert (status, errors, lines[-1]) == (0, "", "who is left is sent away")


def test_a_mistake_of_ours_ends_one_talk_and_is_told() -> None:
    with running("--grace", "0", program=ending.MISTAKEN) as server, ExitStack() as stack:
        ann, bob, eve = (stack.enter_context(server.connect()) for _ in range(3))
        reset(eve)
        bob.sendall(b"fall\n")
        assert bob.recv(1) == b""
        ann.sendall(b"hello\n")
        hears(ann, b"HELLO\n1> ")
        server.send(signal.SIGTERM)
        status, lines, errors = server.ends()
        assert (status, lines[-1], errors[:9]) == (0, "who is left is sent away", "Traceback")
        assert "client 2 has met a mistake: AttributeError(\"'int' object has no attribute 'encode'\")" in lines
        assert "client 3 is gone: [Errno 104] Connection reset by peer" in lines


def evening(new_loop: Any, parts: dict[str, Any], seed: int) -> str:
    """Return what is printed when clients leave, speak and fall silent by lot, on a clock that jumps."""
    async def main() -> None:
        lot, loop = Random(seed), asyncio.get_running_loop()
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        stop = vars(serve)["Event"]()
        loop.add_signal_handler(signal.SIGUSR1, stop.set)
        for name in ("Ann", "Bob", "Eve"):
            person = stack.enter_context(socket.create_connection(listener.getsockname()))
            for when in sorted(lot.sample(range(1, 60), 3)):
                loop.call_later(when, person.send, name.encode() + b"\n")
            loop.call_later(lot.randrange(60, 99), person.shutdown, socket.SHUT_WR)
        loop.call_later(70, signal.raise_signal, signal.SIGUSR1)
        await serve.serve(listener, stop, lot.randrange(20))
        print(loop.time(), len(asyncio.all_tasks() if new_loop is AsyncioLoop else "1"))

    with patch.multiple(serve, **parts), contextlib.redirect_stdout(io.StringIO()) as out, ExitStack() as stack:
        jump(main(), new_loop)
    return out.getvalue()


@pytest.mark.parametrize("seed", range(8))
def test_an_evening_is_the_same_with_ours_and_with_asyncios(seed: int) -> None:
    names = ("Event", "TaskGroup", "timeout")
    kinds = [{name: vars(serve)[name] for name in names}, {name: getattr(asyncio, name) for name in names}]
    seen = {evening(new_loop, parts, seed) for new_loop in (jumping(Loop), AsyncioLoop) for parts in kinds}
    assert len(seen) == 1, seen


@BOTH
def test_handlers_are_replaced_told_apart_and_given_back(new_loop: Callable[[], Any]) -> None:
    told: list[str] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, told.append, "old")
        loop.add_signal_handler(signal.SIGUSR1, told.append, "new")
        loop.add_signal_handler(signal.SIGUSR2, told.append, "two")
        for number in (signal.SIGUSR2, signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2):
            signal.raise_signal(number)
        for _ in range(3):
            await asyncio.sleep(0)

    before = signal.signal(signal.SIGALRM, lambda *_: told.append("Python's own"))
    try:
        with closing(new_loop()) as loop:
            loop.run_until_complete(main())
    finally:
        signal.signal(signal.SIGALRM, before)
    assert told == ["Python's own", "two", "new", "two"]
    assert [signal.getsignal(n) for n in (signal.SIGUSR1, signal.SIGUSR2)] == [signal.SIG_DFL] * 2
    assert signal.set_wakeup_fd(-1) == -1


@BOTH
def test_a_coroutine_function_is_no_handler(new_loop: Callable[[], Any]) -> None:
    async def tidy_up() -> None:
        pass

    with closing(new_loop()) as loop:
        with pytest.raises(TypeError):
            loop.add_signal_handler(signal.SIGUSR1, tidy_up)
        assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL


def test_a_loop_that_was_never_told_of_signals_leaves_those_of_others() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        signal.set_wakeup_fd(theirs.fileno())
        Loop().close()
        assert signal.set_wakeup_fd(-1) == theirs.fileno()
