"""A task is thrown an error only where it waits for what is wrong: random programs that close what others wait for."""
from __future__ import annotations

import errno
import os
import socket
from contextlib import ExitStack, suppress
from random import Random
from selectors import EVENT_READ, EVENT_WRITE
from tempfile import TemporaryFile
from typing import Any

import pytest

from ghetto_asyncio.clocks import sleeping_task
from ghetto_asyncio.mainloop import kept, rest
from tests.support.loops.main_loops import Task, patient

LOOPS = pytest.mark.parametrize("new_loop", [rest.Loop, kept.Loop, sleeping_task.Loop])


def program(new_loop: Any, random: Random) -> list[str]:
    """Let tasks wait for sockets that are closed meanwhile, with numbers that are used again; return false alarms."""
    wrong: list[str] = []
    with ExitStack() as stack:
        pairs = [[stack.enter_context(sock) for sock in socket.socketpair()] for _ in range(3)]

        def wait(name: int) -> Task:
            for turn in range(6):
                if random.random() < 0.5:
                    yield
                sock = random.choice(pairs)[0]
                try:
                    yield sock, random.choice((EVENT_READ, EVENT_WRITE))
                except ValueError as error:
                    if sock.fileno() >= 0:
                        wrong.append(f"task {name}, turn {turn}: {error}")

        def change() -> Task:
            for _ in range(10):
                if random.random() < 0.6:
                    yield
                place = random.randrange(3)
                if random.random() < 0.5:
                    with suppress(OSError):
                        pairs[place][1].send(b"x")
                else:
                    pairs[place][0].close()
                    pairs[place] = [stack.enter_context(sock) for sock in socket.socketpair()]
            for ours, theirs in pairs:
                theirs.close()
                ours.close()
            loop.tasks.clear()

        loop = patient(new_loop, 80)
        for name in range(3):
            loop.create_task(wait(name))
        loop.create_task(change())
        loop.run()
    return wrong


@LOOPS
def test_an_error_is_thrown_where_it_belongs(new_loop: Any) -> None:
    assert {seed: wrong for seed in range(150) if (wrong := program(new_loop, Random(seed)))} == {}


@LOOPS
def test_a_file_that_gets_the_number_of_a_closed_socket_is_refused_once(new_loop: Any) -> None:
    ours, theirs = socket.socketpair()
    copy = ours.dup()
    log: list[str | None] = []

    def waits() -> Task:
        yield ours, EVENT_READ

    def reads() -> Task:
        yield from [None] * 3
        number = ours.fileno()
        ours.close()
        with TemporaryFile() as file:
            assert file.fileno() == number
            for _ in range(4):
                try:
                    yield (file, EVENT_READ) if not log else None
                except OSError as error:
                    log.append(error.strerror)
        theirs.close()
        loop.tasks.clear()

    loop = patient(new_loop, 40)
    loop.create_task(waits())
    loop.create_task(reads())
    with copy:
        loop.run()
    assert log == [os.strerror(errno.EPERM)]
