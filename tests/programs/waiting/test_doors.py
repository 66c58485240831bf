"""The door of a server on the main loops and on the kernel rests while nobody can come in."""
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
from tests.support.loops.main_loops import Coroutines
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
