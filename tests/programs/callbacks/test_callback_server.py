"""The callback server: whatever happens to one client ends that talk, and nothing else."""
from __future__ import annotations

# mypy: allow-untyped-calls
import contextlib
import errno
import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, closing

import pytest

from ghetto_asyncio.callbacks.talk import Talk
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.descriptors.person import LIMIT, Person
from press.catalogue import ROOT
from tests.support.peers.cable import pull, reset
from tests.support.peers.keyboard import interrupt
from tests.support.peers.served import Counted, Served


def test_a_reset_ends_one_talk_only(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    ann, bob = served.connect(), served.connect()
    reset(ann)
    served.turn()
    assert served.says(bob, b"hello\n") == b"hello\n1> "
    assert "client 1 is gone: [Errno 104]" in capsys.readouterr().out
    assert len(served.server.talks) == 1


def test_a_half_close_gets_its_answer_and_the_end(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    ann = served.connect()
    ann.sendall(b"hello\nhow are you?")
    ann.shutdown(socket.SHUT_WR)
    served.turn()
    assert ann.makefile("rb").read() == b"hello\n1> how are you?2> "
    assert capsys.readouterr().out == "client 1 comes\nclient 1 leaves\n"


@pytest.mark.skipif(sys.platform != "linux", reason="a cable can be pulled on Linux only")
def test_a_pulled_cable_ends_one_talk_only(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    ann, bob = served.connect(), served.connect()
    pull(ann)
    ann.sendall(b"hello\n")
    end = time.monotonic() + 10
    while len(served.server.talks) == 2 and time.monotonic() < end:
        served.loop.selector.select(1)
        served.turn()
    assert served.says(bob, b"hello\n") == b"hello\n1> "
    assert f"client 1 is gone: [Errno {errno.ETIMEDOUT}]" in capsys.readouterr().out


LINES = {
    "three at once": b"one\n\nthree\n",
    "no end": b"abc",
    "cut letters": "żółw\n".encode()[:-3] + b"\xff\n",
    "too long": b"x" * 5000 + b"\nyes\n",
    "just as long": b"y" * (LIMIT - 1) + b"\n" + b"z" * LIMIT,
    "nothing": b"",
}


@pytest.mark.parametrize("said", LINES.values(), ids=LINES)
def test_it_says_what_the_talk_with_a_blocking_person_says(said: bytes, served: Served) -> None:
    """Byte by byte, and the connection ends without a reset. How long a line is cut depends on how it arrives."""
    from ghetto_asyncio.turns.talk import talk

    ours, theirs = socket.socketpair()
    with theirs, theirs.makefile("rb") as heard:
        theirs.sendall(said)
        theirs.shutdown(socket.SHUT_WR)
        with ours:
            talk(Person(ours))
        wanted = heard.read()
    ann = served.connect()
    ann.sendall(said)
    ann.shutdown(socket.SHUT_WR)
    served.turn()
    assert b"0> " + ann.makefile("rb").read() == wanted


def test_a_client_that_does_not_fetch_is_not_read(served: Served) -> None:
    """What the server holds for it is bounded, and the others are served."""
    ann, bob = served.connect(), served.connect()
    ann.setblocking(False)
    deaf, = (talk for talk in served.server.talks if talk.name == "client 1")
    more = True
    while more or served.loop.selector.select(0):
        if served.loop.selector.select(0):
            served.loop.rounds = 0
            served.loop.run_once()
        try:
            ann.sendall(b"n" * 999 + b"\n")
        except BlockingIOError:
            more = False
    assert len(deaf.heard) < 2 * LIMIT
    assert 0 < len(deaf.unsent) <= LIMIT + 10
    assert served.says(bob, b"hello\n") == b"hello\n1> "


def test_a_crowd_talks_at_once_and_nothing_is_left(served: Served) -> None:
    """Some are reset, some stop sending, some close; each has a count of its own."""
    before = len(os.listdir("/proc/self/fd"))
    with ExitStack() as stack:
        address = served.listener.getsockname()
        clients = [stack.enter_context(socket.create_connection(address, timeout=10)) for _ in range(100)]
        for number, client in enumerate(clients):
            client.sendall(b"hello\n" * (number % 3 + 1))
        served.turn(rounds=200)
        for number, client in enumerate(clients):
            heard = b"".join(b"%d> hello\n" % count for count in range(number % 3 + 1))
            assert client.recv(4096) == heard + b"%d> " % (number % 3 + 1)
        for number, client in enumerate(clients):
            (reset, socket.socket.close, lambda sock: sock.shutdown(socket.SHUT_WR))[number % 3](client)
        served.turn(rounds=200)
        assert all(client.recv(10) == b"" for client in clients[2::3])
    assert not served.server.talks
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("mid_talk", [True, False], ids=["in mid-talk", "at rest"])
def test_ctrl_c_closes_everything(mid_talk: bool) -> None:
    """As a program; with -X dev and -W error, a socket that is left open would be told."""
    with listen(0) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-X", "dev", "-W", "error", "-u", "-m", "ghetto_asyncio.callbacks.server", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            client = None
            for _ in range(500):
                with contextlib.suppress(ConnectionRefusedError):
                    client = socket.create_connection(("127.0.0.1", port), timeout=10)
                    break
                time.sleep(0.02)
            assert client
            with client:
                assert client.recv(100) == b"0> "
                if not mid_talk:
                    client.close()
                    assert process.stdout
                    assert [process.stdout.readline() for _ in range(2)] == ["client 1 comes\n", "client 1 leaves\n"]
                interrupt(process)
                _out, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (errors, process.returncode) == ("", 130)


def test_the_class_is_a_talk_for_anybody() -> None:
    """Two talks on one loop, over sockets that are no TCP."""
    with closing(Counted()) as loop, ExitStack() as stack:
        ended: list[str] = []
        for name in "Ann", "Bob":
            ours, theirs = socket.socketpair()
            stack.enter_context(theirs)
            Talk(loop, ours, name, lambda talk: ended.append(talk.name))
            theirs.sendall(b"hello\n")
            theirs.shutdown(socket.SHUT_WR)
        loop.run_until_idle()
    assert sorted(ended) == ["Ann", "Bob"]


def test_it_is_the_conversation_of_the_tasks() -> None:
    """The page says so: line by line, but for the program that is started."""
    tasks, callbacks = (
        (ROOT / "listings" / f"{name}.talk").read_text("utf-8").splitlines()
        for name in ("readiness/serve", "callbacks/server")
    )
    assert tasks[0].replace("readiness.serve", "callbacks.server") == callbacks[0]
    assert tasks[1:] == callbacks[1:]
