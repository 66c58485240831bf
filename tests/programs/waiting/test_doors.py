"""The door of a server on the main loops: full, gone, closed, interrupted; and a client whose cable is pulled."""
from __future__ import annotations

import errno
import os
import socket
from contextlib import ExitStack
from selectors import EVENT_WRITE
from typing import Any

import pytest

from ghetto_asyncio.mainloop import kept, rest
from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.mainloop.serve import serve as serve_awaiting
from ghetto_asyncio.readiness.serve import serve
from tests.support.loops.main_loops import Coroutines, Task, Tasks, patient
from tests.support.peers.cable import impatient, pull
from tests.support.peers.doors import Full

awaiting = pytest.mark.parametrize("new_loop", [Coroutines, Tasks])


@pytest.mark.parametrize("new_loop", [rest.Loop, kept.Loop, Coroutines])
@pytest.mark.parametrize("number", sorted(PASSING), ids=errno.errorcode.get)
def test_a_door_rests_while_nobody_can_come_in(
    new_loop: Any, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float | None] = []

    class Hurried(new_loop):  # type: ignore[misc]
        def how_long(self) -> float:
            waited.append(super().how_long())
            return 0

    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        client.sendall(b"hello\n")
        client.shutdown(socket.SHUT_WR)
        loop = Hurried()
        serves = serve_awaiting if new_loop in (Coroutines, Tasks) else serve
        loop.create_task(serves(loop, Full(listener, number), clients=1))
        loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    assert waited.count(1) == 3
    said = capsys.readouterr().out
    assert said == f"nobody can come in: {os.strerror(number)}\nclient 1 comes\nclient 1 leaves\n"


@awaiting
def test_a_listener_that_is_gone_ends_the_door_and_no_talk(new_loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """It is readable for ever; who asked it again and again would spin."""
    loop = patient(new_loop)
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())

        def shuts() -> Task:
            yield from [None] * 9
            listener.shutdown(socket.SHUT_RDWR)
            yield from [None] * 9
            client.send(b"hello\n")
            client.shutdown(socket.SHUT_WR)

        loop.create_task(serve_awaiting(loop, listener))
        loop.create_task(shuts())
        loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert said == "client 1 comes\nthe door is shut: [Errno 22] Invalid argument\nclient 1 leaves\n"


@awaiting
def test_a_closed_listener_is_none(new_loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.close()
    loop = patient(new_loop)
    loop.create_task(serve_awaiting(loop, listener))
    loop.run()
    assert "OSError: [Errno 9] Bad file descriptor" in capsys.readouterr().err


@awaiting
def test_a_client_whose_talk_has_not_begun_is_hung_up_on(new_loop: Any) -> None:
    """Ctrl-C comes after accept() and before the first step of the talk."""

    class Interrupted(new_loop):  # type: ignore[misc]
        def how_long(self) -> Any:
            if len(self.tasks) > 1:
                raise KeyboardInterrupt
            return super().how_long()

    address = ("127.0.0.1", 0)
    with socket.create_server(address) as listener, socket.create_connection(listener.getsockname(), 60) as person:
        loop = Interrupted()
        loop.create_task(serve_awaiting(loop, listener))
        with pytest.raises(KeyboardInterrupt):
            loop.run()
        assert person.recv(100) == b""


@pytest.mark.parametrize("new_loop", [rest.Loop, kept.Loop, Coroutines, Tasks])
def test_a_pulled_cable_ends_one_talk(new_loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    serves = serve_awaiting if new_loop in (Coroutines, Tasks) else serve
    with impatient(socket.create_server(("127.0.0.1", 0))) as listener:
        address = listener.getsockname()
        with socket.create_connection(address, 60) as ann, socket.create_connection(address, 60) as bob:

            def people() -> Task:
                yield from [None] * 9
                assert ann.recv(100) == b"0> "
                pull(ann)
                ann.sendall(b"hello\n")

            loop = patient(new_loop)
            loop.create_task(serves(loop, listener, clients=2))
            loop.create_task(people())
            bob.sendall(b"hello\n")
            bob.shutdown(socket.SHUT_WR)
            loop.run()
            assert bob.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert "client 1 is gone: [Errno 110]" in said
    assert "client 2 leaves" in said


class Kept(Coroutines, kept.Loop):
    """Coroutines on the loop that keeps what it has registered."""


@pytest.mark.parametrize("new_loop", [Coroutines, Kept])
def test_a_listener_that_is_closed_by_somebody_ends_the_door_and_no_talk(
    new_loop: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its number is used again, so the loop hears of it; who talks, goes on to talk."""

    loop = patient(new_loop)
    listener = socket.create_server(("127.0.0.1", 0))
    with socket.create_connection(listener.getsockname(), 60) as client:

        def closes() -> Task:
            yield from [None] * 9
            number = listener.fileno()
            listener.close()
            with ExitStack() as stack:
                pair = [stack.enter_context(sock) for sock in socket.socketpair()]
                assert number in [sock.fileno() for sock in pair]
                for sock in pair:
                    yield sock, EVENT_WRITE
            client.send(b"hello\n")
            client.shutdown(socket.SHUT_WR)

        loop.create_task(serve_awaiting(loop, listener))
        loop.create_task(closes())
        loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert said.startswith("client 1 comes\nthe door is shut: ")
    assert said.endswith("\nclient 1 leaves\n")
