"""What the sessions of the main loop cannot say: its corners."""
from __future__ import annotations

import socket
import tempfile
from collections.abc import Generator, Iterator
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.mainloop.loop import Loop

Task = Generator[Any, None, None]


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection that do not wait."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        yield ours, theirs


def test_two_events_at_once_and_nobody_waits_for_the_first(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    log = []

    def stuck() -> Task:
        yield ours, EVENT_READ
        ours.recv(1)
        with suppress(BlockingIOError):
            while True:
                ours.send(bytes(65536))
        yield ours, EVENT_WRITE
        log.append("there is room")

    def peer() -> Task:
        yield
        yield
        with suppress(BlockingIOError):
            while True:
                theirs.recv(65536)
        theirs.send(b"both at once")

    theirs.send(b"!")
    run(stuck(), peer())
    assert log == ["there is room"]


def test_a_socket_that_gets_the_number_of_a_closed_one_is_watched(pair: tuple[socket.socket, socket.socket]) -> None:
    log = []

    def reader() -> Task:
        for word in (b"one", b"two"):
            ours, theirs = socket.socketpair()
            with ours, theirs:
                numbers.append(ours.fileno())
                theirs.send(word)
                yield ours, EVENT_READ
                log.append(ours.recv(10))

    numbers: list[int] = []
    run(reader())
    assert log == [b"one", b"two"]
    assert numbers[0] == numbers[1]


def test_who_waits_for_the_same_takes_turns(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    log = []

    def reader(name: str) -> Task:
        yield ours, EVENT_READ
        log.append((name, ours.recv(1)))

    theirs.send(b"abc")
    run(*map(reader, "123"))
    assert log == [("1", b"a"), ("2", b"b"), ("3", b"c")]


@pytest.mark.parametrize("wanted", [7, "nonsense", (1, 2, 3), [socket, EVENT_READ], (None, EVENT_READ)])
def test_nonsense_ends_its_own_task_only(
    wanted: object, pair: tuple[socket.socket, socket.socket], capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = pair
    log = []

    def mad() -> Task:
        yield wanted

    def sane() -> Task:
        yield ours, EVENT_READ
        log.append(ours.recv(10))

    theirs.send(b"sane")
    run(mad(), sane())
    assert log == [b"sane"]
    assert capsys.readouterr().out.startswith("mad failed: ")


def test_a_file_cannot_be_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    def reader() -> Task:
        with tempfile.TemporaryFile() as file:
            yield file, EVENT_READ

    run(reader())
    assert capsys.readouterr().out == "reader failed: PermissionError(1, 'Operation not permitted')\n"


def test_ctrl_c_closes_everybody(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, _theirs = pair
    log = []

    def waits() -> Task:
        try:
            yield ours, EVENT_READ
        finally:
            log.append("closed")

    def stops() -> Task:
        yield
        raise KeyboardInterrupt

    kept = waits()  # nobody but the loop closes it
    with pytest.raises(KeyboardInterrupt):
        run(kept, stops())
    assert log == ["closed"]


def test_all_is_sent_in_however_many_parts(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    data = bytes(range(256)) * 8000
    got = []

    def sender() -> Task:
        yield from Loop.sock_sendall(ours, data)
        ours.shutdown(socket.SHUT_WR)

    def reader() -> Task:
        while piece := (yield from Loop.sock_recv(theirs, 65536)):
            got.append(piece)

    run(sender(), reader())
    assert b"".join(got) == data


def run(*tasks: Task) -> None:
    """Run tasks on a new loop."""
    loop = Loop()
    for task in tasks:
        loop.create_task(task)
    loop.run()
