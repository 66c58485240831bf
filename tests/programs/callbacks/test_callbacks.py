"""The callback loop: numbers that are used again, copies, signals, calls that fail."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import os
import signal
import socket
import threading
from contextlib import ExitStack, closing
from typing import Any

import pytest

from ghetto_asyncio.callbacks import handle, reader, watching
from ghetto_asyncio.callbacks.handle import Handle
from tests.support.peers.served import Counted, Served, Sturdy

Loop = watching.Loop


def test_after_the_last_client_the_loop_is_idle() -> None:
    with Served(clients=2) as served:
        for client in served.connect(), served.connect():
            client.close()
        served.loop.run_until_idle()
        assert not served.server.talks


# What the loop itself has to survive


def test_a_number_that_is_used_again() -> None:
    """The socket that had it was closed without a word; the new one is heard, for reading and for writing."""
    heard: list[bytes] = []
    with closing(Sturdy()) as loop, ExitStack() as stack:
        ann, ours = socket.socketpair()
        stack.enter_context(ann)
        number = ours.fileno()
        loop.add_reader(ours, heard.append, b"somebody else's")
        ours.close()
        other, bob = map(stack.enter_context, socket.socketpair())
        assert other.fileno() == number
        loop.add_reader(other, lambda: heard.append(other.recv(100)))
        loop.add_writer(other, lambda: heard.extend([b"room"] * loop.remove_writer(other)))
        bob.sendall(b"hello")
        loop.run_once()
        assert sorted(heard) == [b"hello", b"room"]
        assert not loop.remove_reader(ours)
        assert loop.remove_reader(other)
        assert not loop.selector.get_map()


@pytest.mark.parametrize("removed", [True, False], ids=["removed too late", "never removed"])
def test_a_closed_socket_of_which_there_is_a_copy(removed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """epoll goes on reporting it, since the copy is open; who was to be called hears of it once."""
    with closing(Sturdy()) as loop, ExitStack() as stack:
        ours, ann = socket.socketpair()
        ours.setblocking(False)
        stack.enter_context(ann)
        stack.enter_context(ours.dup())
        loop.add_reader(ours, ours.recv, 100)
        ann.sendall(b"hello")
        ours.close()
        if removed:
            assert loop.remove_reader(ours)
            assert not loop.remove_reader(ours)
        loop.run_until_idle()
        assert loop.rounds == (0 if removed else 1)
        assert loop.selector.select(0) == []
        assert ("recv failed: OSError(9" in capsys.readouterr().out) is not removed


@pytest.mark.parametrize("new_loop", [Loop, asyncio.SelectorEventLoop])
def test_who_reads_is_called_before_who_writes(new_loop: Any) -> None:
    """Also where the writer was here first: what came is taken before more is sent."""
    log: list[str] = []
    with closing(new_loop()) as loop, ExitStack() as stack:
        ours, ann = map(stack.enter_context, socket.socketpair())
        loop.add_writer(ours, log.append, "writer")
        loop.add_reader(ours, log.append, "reader")
        ann.send(b"hello")
        (loop.run_once if new_loop is Loop else loop._run_once)()
        loop.remove_reader(ours)
        loop.remove_writer(ours)
    assert log == ["reader", "writer"]


def test_removing_what_was_never_there_and_is_closed() -> None:
    ours, theirs = socket.socketpair()
    with closing(reader.Loop()) as loop:
        assert not loop.remove_reader(ours)
        for sock in ours, theirs:
            sock.close()
        assert not loop.remove_reader(ours)
        assert not loop.remove_writer(ours)
        with pytest.raises(ValueError, match="Invalid file"):
            loop.add_reader(ours, print)


def test_a_signal_does_not_end_a_wait() -> None:
    """A handler that returns is no error: the call is repeated (PEP 475)."""
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append("signal"))
    seen: list[str] = []
    ours, theirs = socket.socketpair()
    try:
        with closing(Counted()) as loop, ours, theirs:
            ours.setblocking(False)
            loop.add_reader(ours, lambda: seen.extend([ours.recv(100).decode()] * loop.remove_reader(ours)))
            timers = [
                threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)),
                threading.Timer(0.2, theirs.sendall, (b"hello",)),
            ]
            for timer in timers:
                timer.start()
            loop.run_until_idle()
            for timer in timers:
                timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == ["signal", "hello"]
    assert loop.rounds == 1


def _raise(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("error", [ValueError("x"), asyncio.CancelledError(), GeneratorExit()])
def test_a_call_that_fails_does_not_end_the_loop(error: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Loop()) as loop:
        loop.call_soon(_raise, error)
        loop.call_soon(print, "the next call")
        loop.run_until_idle()
    assert capsys.readouterr().out.endswith("the next call\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit()])
def test_what_ends_the_program_goes_through(error: BaseException) -> None:
    with closing(Loop()) as loop:
        loop.call_soon(_raise, error)
        with pytest.raises(type(error)):
            loop.run_until_idle()


def test_a_cancelled_handle_keeps_nothing() -> None:
    with closing(Loop()) as loop:
        call: Handle = loop.call_soon(print, [1, 2, 3])
        call.cancel()
        call.cancel()
        assert (call.callback, call.args, call.cancelled()) == (None, None, True)
        loop.run_until_idle()


class Later(handle.Loop):
    """A derived loop, with one more way to ask."""

    def call_soon(self, callback: Any, *args: Any) -> Any:
        """Ask the loop below."""
        return super().call_soon(callback, *args)

    def call_twice(self, callback: Any) -> Any:
        """Ask from one method deeper."""
        return self.call_soon(callback), self.call_soon(callback)


def test_who_asked_is_right_for_derived_loops() -> None:
    loop = Later()
    for call in (loop.call_soon(print), *loop.call_twice(print)):
        assert call.asked_by.startswith("test_who_asked_is_right_for_derived_loops, test_callbacks.py line ")
