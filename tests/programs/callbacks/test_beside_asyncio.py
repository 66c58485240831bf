"""Random scripts of callbacks, on our loops and on asyncio's: the same calls in the same order, the same outcomes."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stdout
from functools import cache
from io import StringIO
from random import Random
from typing import Any

import pytest

from ghetto_asyncio.callbacks import endless_bug, reader, watching
from ghetto_asyncio.clocks import cancelled, loop, virtual

pytestmark = pytest.mark.usefixtures("lean_asyncio")

CALLS, ROUNDS = 60, 40
"""A script makes no more calls, and a loop goes round no more often."""
TIMED = "later", "at"
KINDS = (
    "soon", "soon", *TIMED, *TIMED, "cancel", "cancel", "read", "read", "write", "unread", "unwrite",
    "say", "say", "take", "shut", "again", "fail", "exit",
)


class Selector(virtual.JumpingSelector):
    """Tells of sockets in the order in which they were made, which epoll does not promise."""

    def select(self, timeout: float | None = None) -> Any:
        return sorted(super().select(timeout), key=lambda found: getattr(found[0].fileobj, "birth", -1))


class Socket(socket.socket):
    """Knows when it was made."""

    birth = 0


class Theirs(virtual.AsyncioLoop):
    """asyncio's."""

    def __init__(self) -> None:
        self.jumping = Selector()
        asyncio.SelectorEventLoop.__init__(self, self.jumping)


def ours(new_loop: Any) -> type[Any]:
    """Return one of our loops with that selector, and its clock."""

    class Ours(new_loop):  # type: ignore[misc]
        selector: Any

        def __init__(self) -> None:
            super().__init__()
            self.selector.close()
            self.selector = Selector()

        def time(self) -> float:
            return float(self.selector.now)

    return Ours


class Script:
    """What callbacks do, as a number says; the same on each loop."""

    def __init__(self, loop: Any, seed: int, without: tuple[str, ...], stack: ExitStack) -> None:
        self.loop, self.stack = loop, stack
        self.kinds = [kind for kind in KINDS if kind not in without]
        self.random, self.births = Random(seed), iter(range(1000))
        self.log: list[Any] = []
        self.handles: list[Any] = []
        self.calls = self.failed = 0
        self.moments: set[float] = set()
        self.pairs = [self.pair(), self.pair()]

    def pair(self) -> list[Socket]:
        """Return two ends that do not wait; there is room for little."""
        ends = [self.stack.enter_context(Socket(fileno=end.detach())) for end in socket.socketpair()]
        for end in ends:
            end.birth = next(self.births)
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        return ends

    def call(self) -> Callable[[], None]:
        """Return a new callback; what it will do is chosen when it is called."""
        name = self.calls = self.calls + 1

        def callback() -> None:
            self.log.append((name, self.now()))
            for _ in range(self.random.choice((0, 1, 1, 2, 3)) if self.calls < CALLS else 0):
                self.act(self.random.choice(self.kinds))

        return callback

    def now(self) -> float:
        """Return the time, where there is one."""
        return float(self.loop.time()) if hasattr(self.loop, "time") else 0.0

    def moment(self) -> float:
        """Return a time at which nothing else is due: for timers of one moment asyncio promises no order."""
        while (when := self.now() + self.random.randrange(-64, 512) / 64) in self.moments:
            pass
        self.moments.add(when)
        return when

    def act(self, kind: str) -> None:
        """Do one thing, and log what came of it."""
        place = self.random.randrange(2)
        sock, other = self.pairs[place]
        found: Any = None
        try:
            match kind:
                case "soon":
                    self.handles.append(self.loop.call_soon(self.call()))
                case "later":
                    self.handles.append(self.loop.call_later(self.moment() - self.now(), self.call()))
                case "at":
                    self.handles.append(self.loop.call_at(self.moment(), self.call()))
                case "cancel" if self.handles:
                    chosen = self.random.choice(self.handles)
                    chosen.cancel()
                    found = chosen.cancelled()
                case "read":
                    self.loop.add_reader(sock, self.call())
                case "write":
                    self.loop.add_writer(sock, self.call())
                case "unread":
                    found = self.loop.remove_reader(sock)
                case "unwrite":
                    found = self.loop.remove_writer(sock)
                case "say":
                    found = other.send(b"x" * self.random.choice((1, 3, 3000)))
                case "take":
                    found = self.random.choice((sock, other)).recv(2000)
                case "shut":
                    other.shutdown(socket.SHUT_WR)
                case "again":  # as it has to be: remove, then close
                    found = self.loop.remove_reader(sock), self.loop.remove_writer(sock)
                    sock.close()
                    self.pairs[place] = self.pair()
                case "exit" if self.random.random() < 0.05:
                    raise KeyboardInterrupt
                case "fail":
                    self.failed += 1
                    raise self.random.choice((ValueError, asyncio.CancelledError))("as the script says")
        except OSError as error:
            found = type(error).__name__
        self.log.append((kind, found))

    def play(self, run_once: Callable[[], None]) -> list[Any]:
        """Play it; return the log."""
        harmless = [kind for kind in self.kinds if kind not in ("fail", "exit")]
        idle = True
        for _ in range(ROUNDS):
            for _ in range(4 * idle):
                self.act(self.random.choice(harmless))
            idle = False
            try:
                run_once()
            except (RuntimeError, KeyboardInterrupt) as error:
                self.log.append(repr(error))
                idle = True
        self.log += [found.cancelled() for found in self.handles]
        return self.log


def on_ours(new_loop: Any, seed: int, without: tuple[str, ...]) -> list[Any]:
    """Play a script on one of our loops."""
    with ExitStack() as stack, redirect_stdout(StringIO()) as said:
        loop = ours(new_loop)()
        stack.callback(loop.close)
        script = Script(loop, seed, without, stack)
        log = script.play(loop.run_once)
    return [*log, said.getvalue().count(" failed: ")]


@cache
def on_theirs(seed: int, without: tuple[str, ...]) -> list[Any]:
    """Play it on asyncio's."""
    failed: list[Any] = []
    with ExitStack() as stack:
        loop: Any = Theirs()
        stack.callback(loop.close)
        loop.set_debug(False)
        loop.set_exception_handler(lambda _loop, context: failed.append(context))
        script = Script(loop, seed, without, stack)
        log = script.play(loop._run_once)
    return [*log, len(failed)]


def differences(new_loop: Any, seeds: range, *without: str) -> Iterator[tuple[int, int, Any, Any]]:
    """Give the scripts that go another way on our loop, and where they part."""
    for seed in seeds:
        here, there = on_ours(new_loop, seed, without), on_theirs(seed, without)
        if here != there:
            yield next((seed, n, a, b) for n, (a, b) in enumerate(zip([*here, None], [*there, None])) if a != b)


LOOPS: dict[str, tuple[Any, ...]] = {
    "watching": (watching.Loop, *TIMED),
    "reader": (reader.Loop, *TIMED),
    "loop": (loop.Loop, "cancel"),  # it waits for timers that are cancelled
    "cancelled": (cancelled.Loop,),
    "virtual": (virtual.Loop,),
}


@pytest.mark.parametrize("name", LOOPS)
def test_the_same_calls_in_the_same_order(name: str) -> None:
    new_loop, *without = LOOPS[name]
    assert [*differences(new_loop, range(75), *without)] == []


class WriterFirst(virtual.Loop):
    """Calls whoever was registered first."""

    def wait(self) -> None:
        for key, mask in self.selector.select(self.how_long()):
            self.ready.extend(call for event, call in key.data.items() if mask & event)
        self.ready.extend(self.timers.due(self.time()))


class TimersFirst(virtual.Loop):
    """Thinks of its timers before its sockets."""

    def wait(self) -> None:
        before = len(self.ready)
        super().wait()
        self.ready.rotate(-before)
        self.ready = type(self.ready)(sorted(self.ready, key=lambda handle: not hasattr(handle, "timers")))


class Endless(endless_bug.Loop, virtual.Loop):
    """Makes newer calls in the same round."""


class KeepsTheOld(virtual.Loop):
    """Leaves the handle of a reader as it is when there is another one."""

    def watch(self, sock: Any, event: int, handle: Any) -> Any:
        handles = self.forget(sock)
        old = handles.pop(event, None)
        if handle:
            handles[event] = handle
        if handles:
            self.selector.register(sock, sum(handles), handles)
        return old is not None


class Stubborn(virtual.Loop):
    """Calls what has been cancelled, if it is in the queue already."""

    def wait(self) -> None:
        super().wait()
        for call in self.ready:
            call.cancel = lambda: None


class Late(virtual.Loop):
    """Looks at its clock once a round, at the beginning."""

    def wait(self) -> None:
        now = self.time()
        watching.Loop.wait(self)
        self.ready.extend(self.timers.due(now))


MISTAKES = [loop.Loop, WriterFirst, TimersFirst, Endless, KeepsTheOld, Stubborn, Late]


@pytest.mark.parametrize("new_loop", MISTAKES)
def test_a_loop_with_a_mistake_is_found_out(new_loop: Any) -> None:
    assert next(differences(new_loop, range(250)), None)
