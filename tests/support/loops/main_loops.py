"""The main loops, and helpers of their tests: loops that lose patience, and connections that do not wait.

The loop with tasks is tested beside them, in their manner: its tasks are generators that yield their waits.
"""
from __future__ import annotations

import socket
import types
from collections.abc import Callable, Generator
from selectors import EVENT_READ, EVENT_WRITE
from traceback import print_exception
from typing import Any

import pytest

from ghetto_asyncio.callbacks import reader
from ghetto_asyncio.clocks import virtual
from ghetto_asyncio.futures.future import Future
from ghetto_asyncio.mainloop import kept, loop, rest, sturdy
from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.tasks import gates, straight

Task = Generator[Any, Any, None]
Pair = tuple[socket.socket, socket.socket]


class Awaited:
    """A generator that a loop for coroutines takes for one."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def __await__(self) -> Task:
        return self.task


class Coroutines(sturdy.Loop):
    """The loop for coroutines, with generators."""

    def create_task(self, task: Any) -> None:
        super().create_task(Awaited(task) if isinstance(task, Generator) else task)


class Tasks(stopping.Loop, reader.Loop):
    """The loop with tasks, run like a main loop: until the last task has ended; then the rest is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Any] = []

    @types.coroutine
    def driven(self, task: Task) -> Any:
        """Wait for each wait that a task of a main loop yields."""
        error: BaseException | None = None
        while True:
            try:
                wanted = task.throw(error) if error else next(task)
            except StopIteration:
                return
            error = None
            try:
                if wanted is None or isinstance(wanted, Future | gates.Gate):
                    yield wanted
                else:
                    sock, event = wanted
                    if event not in (EVENT_READ, EVENT_WRITE):
                        raise ValueError(event)
                    yield from self.sock_ready(sock, event).__await__()
            except GeneratorExit:
                task.close()
                raise
            except Exception as failure:  # what the main loop throws
                error = failure

    def create_task(self, task: Any, *, name: Any = None) -> Any:
        """Let a coroutine or a generator take its first step soon."""
        self.all.append(super().create_task(self.driven(task) if isinstance(task, Generator) else task))
        return self.all[-1]

    def run(self) -> None:
        """Go round until every task has ended; print their errors."""
        try:
            while not all(task.done() for task in self.all):
                assert self.how_long() is not None or self.selector.get_map(), "nothing will ever happen"
                self.run_once()
        finally:
            self.close()
        for task in self.all:
            if task.error:
                print_exception(task.error)

    @types.coroutine
    def sock_accept(self, listener: socket.socket) -> Any:
        """Wait for a client."""
        return (yield from super().sock_accept(listener).__await__())

    @types.coroutine
    def sock_recv(self, sock: socket.socket, limit: int) -> Any:
        """Wait for data."""
        return (yield from super().sock_recv(sock, limit).__await__())

    @types.coroutine
    def sock_sendall(self, sock: socket.socket, data: Any) -> Any:
        """Send all data."""
        return (yield from super().sock_sendall(sock, data).__await__())


class Gates(Tasks, gates.Loop):
    """The same, with gates."""

    new_task = gates.Task


class Straight(Tasks, straight.Loop):
    """The same, straight from epoll."""

    new_task = gates.Task


class VirtualTasks(stopping.Loop, virtual.Loop):
    """The loop with tasks on the clock that jumps: where nothing can happen any more, it says so."""


class Spins(Exception):
    """A loop has gone round more often than it should."""


LOOPS = {"loop": loop.Loop, "rest": rest.Loop, "kept": kept.Loop, "coroutines": Coroutines}
every_loop = pytest.mark.parametrize("new_loop", LOOPS.values(), ids=LOOPS)
WITH_TASKS = {**LOOPS, "tasks": Tasks, "gates": Gates, "straight": Straight}
and_tasks = pytest.mark.parametrize("new_loop", WITH_TASKS.values(), ids=WITH_TASKS)
"""The main loops, and the loops with tasks."""


def patient(new_loop: Any, rounds: int = 200) -> Any:
    """Return a loop that may wait so often for events, and no more."""
    asks = "how_long" if hasattr(new_loop, "how_long") else "wake"

    def ask(self: Any) -> Any:
        self.left -= 1
        if not self.left:
            raise Spins
        return getattr(super(type(self), self), asks)()

    return type("Patient", (new_loop,), {"left": rounds, asks: ask})()


def pair() -> Pair:
    """Return two ends of a connection that do not wait."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    return ours, theirs


def run(new_loop: Callable[[], Any], *tasks: Task) -> None:
    """Run tasks on a new loop."""
    loop = patient(new_loop)
    for task in tasks:
        loop.create_task(task)
    loop.run()
