"""A run in real time: the world as it is, and a recorder that knows what is the program's time, and what its own.

Clocks, sockets, threads, processes and other machines are real, and nothing is replaced but ``selectors``, which say
when the loop waits. What is told of time:

1. The clock is read when the loop begins to wait and when it wakes, and when a stretch of code has taken `BLOCKS`
   seconds or more; between these, time stands still. If it were read at each event, each line would be a jump.
2. A task blocks when its code, a line or all of a turn, has held the loop that long. Between two events that are told,
   all time is the program's; what the recorder does when it is told of one is not counted.
3. Only the thread is recorded in which the run has begun; of others, when they begin and end (``helpers.py``).
"""
from __future__ import annotations

import asyncio
import os
import select
import selectors
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from types import FrameType
from typing import Any, Unpack

from whoruns.events import Kind
from whoruns.recorder.clocks import real_monotonic
from whoruns.recorder.limited import LONGEST, Ring
from whoruns.recorder.real_world import DIGITS, RealWorld
from whoruns.recorder.recorder import ROW
from whoruns.recorder.replacing import Replace, replace_keyboard, replacing
from whoruns.recorder.tracing import GENERATOR, listen
from whoruns.recorder.world import Told

BLOCKS = 0.01
"""Seconds from which on code that does not give the loop back is told to block it."""
MANY = 1000
"""So many lines of a turn are counted that are not told. Then no line and no call is heard until it ends: in real time,
to be heard costs a program more than to be run."""
SELECTORS = ("SelectSelector", "PollSelector", "EpollSelector", "DevpollSelector", "KqueueSelector")
heard: list[RealRecorder] = []
"""The recorder of a run in real time, while there is one."""


class RealRecorder(Ring):
    """Records what one thread does, and how long it takes for it; of a long run, the last events."""

    world: RealWorld

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._heard = self._began = real_monotonic()  # when something was told last; when the turn began
        self._spent = 0.0  # how much of the turn is the program's
        self._deaf = False
        self._elsewhere: deque[tuple[int, str]] = deque()  # ids of other threads, and what they have printed
        self._texts: dict[int, str] = {}  # by such an id: the beginning of a line

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on."""
        if not self.world.is_mine() or self.is_inner(frame, resumed):
            return
        self._hear()
        if len(self.running) == 1:
            self._tell_elsewhere()
            if self.world.clock() - self.world.now >= BLOCKS:
                self.world.read()
            self._began, self._spent = real_monotonic(), 0.0
        super().enter(frame, resumed)
        self._heard = real_monotonic()

    def is_deaf(self, frame: FrameType, line: bool) -> bool:
        """Say whether events of a frame, or its lines, need not be told: too many have been in this turn."""
        if self._lines_told <= ROW + MANY or (frame.f_code.co_flags & GENERATOR and not line) or self._told_before:
            return False
        self._deaf, self._untold = True, -1
        return True

    def _begin_row(self) -> None:
        """Another lane runs from now on."""
        super()._begin_row()
        if self._deaf:
            self._deaf = False
            listen()

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        if self.world.is_mine():
            self._hear()
            super().line(frame)
            self._heard = real_monotonic()

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator or coroutine yields a value."""
        if self.world.is_mine() and not (self.is_within(frame) and self.is_within(frame.f_back)):
            self._hear(over=True)
            super().suspend(frame, value)
            self._heard = real_monotonic()

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        if self.world.is_mine() and (frame.f_code.co_name == "acquire" or not self.is_within(frame)):
            self._hear(over=True)
            super().leave(frame, value, error)
            self._heard = real_monotonic()

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """The loop waits, or wakes."""
        if kind == "waits":
            self._hear()
            self._tell_elsewhere()
            self.collect()
        self.world.read()
        super().happens(kind, peer, **told)
        if kind == "wakes":
            self._tell_elsewhere()
        self._heard = real_monotonic()

    def write(self, text: str) -> int:
        """Take printed text; that of other threads is told when the loop has control."""
        if not self.world.is_mine():
            self._elsewhere.append((get_ident(), text))
            return len(text)
        began = real_monotonic()
        super().write(text)
        self._heard += real_monotonic() - began
        return len(text)

    def forgotten(self, coroutine: Any) -> None:
        """A coroutine is thrown away that was never awaited."""
        if self.world.is_mine():
            super().forgotten(coroutine)
        else:
            self.say(f"RuntimeWarning: coroutine '{coroutine.__qualname__}' was never awaited")

    def finish(self) -> None:
        """The program has ended."""
        self._tell_elsewhere()

    def _hear(self, over: bool = False) -> None:
        """Count the time that the program has taken since something was told; say if it was long.

        `over`: perhaps a turn ends, whose lines may be short, and many.
        """
        now = real_monotonic()
        took = now - self._heard
        self._spent += took
        if took < BLOCKS and (self._spent < BLOCKS or not over):
            return
        if len(self.running) > 1 or asyncio.events._get_running_loop() is not None:  # before, nobody waits for it
            self._blocks(now - self._began if over else took)
        self._began, self._spent = real_monotonic(), 0.0

    def _blocks(self, seconds: float) -> None:
        self.world.read()
        last = self.events[-1] if self.events else None
        here = last.get("at", []) if last and last["lane"] == self.running[-1] else []
        if last and last["ev"] == "blocks" and last["lane"] == self.running[-1]:
            last["t"], last["lasts"] = self.world.now, round(last["lasts"] + seconds, DIGITS)
            return
        self.add("blocks", None, {"lasts": round(seconds, DIGITS)}, at=here)

    def _tell_elsewhere(self) -> None:
        while self._elsewhere:
            thread, text = self._elsewhere.popleft()
            *lines, self._texts[thread] = (self._texts.get(thread, "") + text).split("\n")
            for line in lines:
                self.add("print", None, {"text": line[:LONGEST]}, self.witness.lane_of_thread(thread))


@contextmanager
def real_time(recorder: RealRecorder) -> Iterator[None]:
    """Let the waits of the loop be told, and what is typed."""
    heard.append(recorder)
    world = recorder.world
    world.begin = real_monotonic()
    try:
        with replacing() as replace:
            replace_keyboard(world, replace)
            replace_waits(world, replace)
            yield
    finally:
        heard.remove(recorder)


def replace_waits(world: RealWorld, replace: Replace) -> None:
    """Let select() of all selectors tell when it waits."""

    def telling(real: Callable[..., Any]) -> Callable[..., Any]:
        def select(this: Any, timeout: float | None = None) -> Any:
            if not world.is_mine():
                new = get_ident() not in world.before
                world.loops_elsewhere |= new and asyncio.events._get_running_loop() is not None
                return real(this, timeout)
            found = real(this, 0)
            if found or (timeout is not None and timeout <= 0):
                return found
            world.listener.happens("waits", call="select", timeout=timeout and max(round(timeout, DIGITS), 0.001))
            found = real(this, timeout)
            world.listener.happens("wakes", call="select", ready=[(key.fd, flags(mask)) for key, mask in found])
            return found

        return select

    for name in SELECTORS:
        if (kind := getattr(selectors, name, None)) is not None:
            replace(kind, "select", telling(kind.select))


def flags(mask: int) -> int:
    """Return the flags of poll() for those of a selector."""
    read, write = (getattr(select, name, 0) for name in ("POLLIN", "POLLOUT"))
    return int(read * bool(mask & selectors.EVENT_READ) | write * bool(mask & selectors.EVENT_WRITE))


def in_child() -> None:
    """This is a child of the process that is recorded: what it does is not."""
    for recorder in heard:
        recorder.world.thread = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=in_child)
