"""The door of a server on the main loops: full, gone, closed, interrupted; and a client whose cable is pulled."""
from __future__ import annotations

import errno
import os
import socket
from typing import Any

import pytest

from ghetto_asyncio.mainloop import kept, rest
from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.mainloop.serve import serve as serve_awaiting
from ghetto_asyncio.readiness.serve import serve
from tests.support.loops.main_loops import Coroutines, Task, Tasks, patient
from tests.support.peers.cable import impatient, pull
from tests.support.peers.doors import Full


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
