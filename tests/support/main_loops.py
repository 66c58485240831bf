"""The main loops, and what their tests need: loops that lose patience, and connections that do not wait."""
from __future__ import annotations

import socket
from collections.abc import Callable, Generator
from typing import Any

import pytest

from ghetto_asyncio.mainloop import coroutines, kept, loop, rest

Task = Generator[Any, Any, None]
Pair = tuple[socket.socket, socket.socket]


class Awaited:
    """A generator that a loop for coroutines takes for one."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def __await__(self) -> Task:
        return self.task


class Coroutines(coroutines.Loop):
    """The loop for coroutines, with generators."""

    def create_task(self, task: Any) -> None:
        super().create_task(Awaited(task) if isinstance(task, Generator) else task)


class Spins(Exception):
    """A loop has gone round more often than it should."""


LOOPS = {"loop": loop.Loop, "rest": rest.Loop, "kept": kept.Loop, "coroutines": Coroutines}
every_loop = pytest.mark.parametrize("new_loop", LOOPS.values(), ids=LOOPS)


def patient(new_loop: Callable[[], Any], rounds: int = 200) -> Any:
    """Return a loop that may wait for events so often, and no more."""

    class Patient(new_loop):  # type: ignore[valid-type, misc]
        left = rounds

        def wake(self) -> None:
            self.left -= 1
            if not self.left:
                raise Spins
            super().wake()

    return Patient()


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
