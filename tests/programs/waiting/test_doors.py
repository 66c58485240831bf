"""The door of a server on the main loops and on the kernel rests while nobody can come in, and is shut once."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import os
import socket
from typing import Any

import pytest

from ghetto_asyncio.clocks import sleeping_task
from ghetto_asyncio.kernel import kernel
from ghetto_asyncio.kernel import serve as on_kernels
from ghetto_asyncio.mainloop import kept, rest
from ghetto_asyncio.mainloop import serve as awaiting
from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.readiness import serve as yielding
from tests.support.loops.main_loops import Coroutines, Task, Tasks, patient
from tests.support.peers.doors import Full

KINDS = [rest.Loop, kept.Loop, sleeping_task.Loop, Coroutines, kernel.Kernel]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__module__)
@pytest.mark.parametrize("number", sorted(PASSING), ids=errno.errorcode.get)
def test_a_door_rests_while_nobody_can_come_in(
    kind: Any, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float | None] = []

    class Hurried(kind):  # type: ignore[misc]
        def how_long(self) -> float:
            waited.append(super().how_long())
            return 0

        def time(self) -> float:
            return sum(seconds for seconds in waited if seconds)

        trap_clock = time

    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        client.sendall(b"hello\n")
        client.shutdown(socket.SHUT_WR)
        loop, door = Hurried(), Full(listener, number)
        if kind is kernel.Kernel:
            loop.run(on_kernels.serve(door, clients=1))
        else:
            loop.create_task((awaiting if kind is Coroutines else yielding).serve(loop, door, clients=1))
            loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    assert waited.count(1) == 3
    said = capsys.readouterr().out
    assert said == f"nobody can come in: {os.strerror(number)}\nclient 1 comes\nclient 1 leaves\n"


@pytest.mark.parametrize("new_loop", [Coroutines, Tasks])
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

        loop.create_task(awaiting.serve(loop, listener))
        loop.create_task(shuts())
        loop.run()
        assert client.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert said == "client 1 comes\nthe door is shut: [Errno 22] Invalid argument\nclient 1 leaves\n"
