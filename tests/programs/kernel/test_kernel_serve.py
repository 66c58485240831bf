"""The conversation on the kernel: the same words, a talk with a mistake, a full door, and Ctrl-C at every line."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import os
import socket
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import pytest

from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.kernel import ctrl_c
from ghetto_asyncio.kernel import kernel as plain
from ghetto_asyncio.kernel.serve import serve
from ghetto_asyncio.kernel.traps import read_wait, sleep, spawn
from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.together import watched
from press.catalogue import ROOT
from tests.support.loops.interrupted import everywhere
from tests.support.peers.cable import impatient, pull, reset
from tests.support.peers.doors import Full


def caller(listener: socket.socket, says: bytes = b"hello\n") -> socket.socket:
    """Return somebody who says something and then hangs up."""
    person = socket.create_connection(listener.getsockname(), 10)
    person.sendall(says)
    person.shutdown(socket.SHUT_WR)
    return person


@pytest.mark.parametrize("other", ["mainloop/ours", "mainloop/asyncio", "tasks/serve"])
def test_it_is_the_conversation_of_the_loops(other: str) -> None:
    ours, theirs = ((ROOT / f"listings/{name}.talk").read_text("utf-8") for name in ("kernel/serve", other))
    assert ours.splitlines()[1:] == theirs.splitlines()[1:]


async def clumsy(person: Any) -> None:
    """Fail with a mistake if anything is said."""
    if await person.ask("0> "):
        raise ValueError("clumsy")


def test_a_mistake_in_a_talk_is_told_and_ends_that_talk_only(capsys: pytest.CaptureFixture[str]) -> None:
    """Ann's talk fails while the door is open, Eve's afterwards; Bob's is not disturbed."""
    with socket.create_server(("127.0.0.1", 0)) as listener, caller(listener) as ann, caller(listener, b"") as bob:

        class Late(ctrl_c.Kernel):
            late = None

            def end(self, task: Any, result: Any, error: Any) -> None:
                super().end(task, result, error)
                if task.name == "client 1":
                    self.late = caller(listener)

        kernel = Late()
        with patch("ghetto_asyncio.mainloop.serve.talk", clumsy):
            kernel.run(serve(listener, clients=3))
        assert kernel.late is not None
        with kernel.late:
            assert [person.recv(100) for person in (ann, bob, kernel.late)] == [b"0> "] * 3
    said = sorted(capsys.readouterr().out.splitlines())
    assert said == [
        "client 1 comes", "client 1 failed: ValueError('clumsy')", "client 2 comes", "client 2 leaves",
        "client 3 comes", "client 3 failed: ValueError('clumsy')",
    ]


def test_a_mistake_behind_a_long_talk_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody else may come in, and Ann's talk is waited for, when Bob's fails."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as ann:

        class Polite(ctrl_c.Kernel):
            def end(self, task: Any, result: Any, error: Any) -> None:
                super().end(task, result, error)
                if task.name == "client 2":
                    ann.shutdown(socket.SHUT_WR)

        with caller(listener) as bob, patch("ghetto_asyncio.mainloop.serve.talk", clumsy):
            Polite().run(serve(listener, clients=2))
            assert [person.recv(100) for person in (ann, bob)] == [b"0> "] * 2
    said = capsys.readouterr().out.splitlines()
    assert said == ["client 1 comes", "client 2 comes", "client 2 failed: ValueError('clumsy')", "client 1 leaves"]


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
