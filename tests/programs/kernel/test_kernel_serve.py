"""The conversation on the kernel: the same words, a full door, a pulled cable, and Ctrl-C at every line."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import os
import socket
from contextlib import ExitStack
from typing import Any

import pytest

from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.kernel import ctrl_c
from ghetto_asyncio.kernel import kernel as plain
from ghetto_asyncio.kernel.serve import serve
from ghetto_asyncio.kernel.traps import read_wait, sleep, spawn
from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.together import watched
from tests.support.loops.interrupted import everywhere
from tests.support.peers.cable import impatient, pull, reset
from tests.support.peers.doors import Full


def caller(listener: socket.socket, says: bytes = b"hello\n") -> socket.socket:
    """Return somebody who says something and then hangs up."""
    person = socket.create_connection(listener.getsockname(), 10)
    person.sendall(says)
    person.shutdown(socket.SHUT_WR)
    return person


@pytest.mark.parametrize("number", sorted(PASSING), ids=errno.errorcode.get)
def test_a_door_rests_while_nobody_can_come_in(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    waited: list[float | None] = []

    class Hurried(plain.Kernel):
        def how_long(self) -> float:
            waited.append(super().how_long())
            return 0

        def trap_clock(self) -> float:
            return sum(seconds for seconds in waited if seconds)

    with socket.create_server(("127.0.0.1", 0)) as listener, caller(listener) as client:
        Hurried().run(serve(Full(listener, number), clients=1))
        assert client.recv(100) == b"0> hello\n1> "
    assert waited.count(1) == 3
    said = capsys.readouterr().out
    assert said == f"nobody can come in: {os.strerror(number)}\nclient 1 comes\nclient 1 leaves\n"


def test_a_door_that_is_shut_ends_no_talk(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())

        async def main() -> None:
            door = await spawn(serve(listener), "door")
            await sleep(0.01)
            listener.shutdown(socket.SHUT_RDWR)
            await sleep(0.01)
            client.send(b"hello\n")
            client.shutdown(socket.SHUT_WR)
            await door.join()

        plain.Kernel().run(main())
        assert client.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert said == "client 1 comes\nthe door is shut: [Errno 22] Invalid argument\nclient 1 leaves\n"


@pytest.mark.parametrize("kind", [plain.Kernel, cancelling.Kernel, watched.Kernel], ids=lambda kind: kind.__module__)
def test_a_pulled_cable_ends_one_talk(kind: type[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Bob resets his connection meanwhile, and Eve closes her half."""
    with impatient(socket.create_server(("127.0.0.1", 0))) as listener, ExitStack() as stack:
        address = listener.getsockname()
        ann, bob, eve = (stack.enter_context(socket.create_connection(address, 60)) for _ in range(3))

        async def main() -> None:
            door = await spawn(serve(listener, clients=3), "door")
            await read_wait(ann)
            assert ann.recv(100) == b"0> "
            pull(ann)
            ann.sendall(b"hello\n")
            reset(bob)
            eve.sendall(b"hello\n")
            eve.shutdown(socket.SHUT_WR)
            await door.join()

        kind().run(main())
        assert eve.recv(100) == b"0> hello\n1> "
    said = capsys.readouterr().out
    assert "client 1 is gone: [Errno 110]" in said
    assert "client 2 is gone: [Errno 104]" in said
    assert "client 3 leaves" in said


def on_the_kernel(_serve: Any, listener: socket.socket) -> None:
    """Serve on a kernel that Ctrl-C ends between two turns."""
    ctrl_c.Kernel().run(serve(listener))


def test_ctrl_c_at_every_line_leaves_nothing_behind() -> None:
    assert everywhere(on_the_kernel) == []
