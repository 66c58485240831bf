"""The callback loop and its server under clients that are not ours: each ends its own talk, and nothing spins."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import contextlib
import errno
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from ghetto_asyncio.callbacks import server as module
from ghetto_asyncio.callbacks.handle import Handle
from ghetto_asyncio.callbacks.reader import Loop
from ghetto_asyncio.callbacks.server import Server
from ghetto_asyncio.callbacks.talk import Talk
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.descriptors.person import LIMIT, Person
from press.catalogue import ROOT
from tests.support.cable import impatient, pull

ROUNDS = 50
"""More rounds than anything here needs: a loop that goes round more often spins."""


class Counted(Loop):
    """Counts its rounds."""

    rounds = 0

    def run_once(self) -> None:
        """One more; a loop that spins is stopped."""
        self.rounds += 1
        assert self.rounds < 1000, "the loop spins"
        super().run_once()


class Served:
    """A server on a loop that a test turns by hand, in its own thread: nothing waits for anything but the kernel."""

    def __init__(self, clients: float = 10**6) -> None:
        self.stack = ExitStack()
        self.listener = self.stack.enter_context(impatient(listen(0)))
        self.loop = Counted()
        self.server = Server(self.loop, self.listener, clients)
        self.stack.callback(self.loop.close)
        self.stack.callback(self.server.close)

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *error: object) -> None:
        self.stack.close()

    def connect(self) -> socket.socket:
        """Return the socket of a client that has heard the first prompt."""
        client = self.stack.enter_context(socket.create_connection(self.listener.getsockname(), timeout=10))
        self.turn()
        assert client.recv(100) == b"0> "
        return client

    def turn(self, rounds: int = ROUNDS) -> None:
        """Go round as long as there is something to do; loopback needs no time."""
        for _ in range(rounds):
            if not self.loop.ready and not self.loop.selector.select(0):
                return
            self.loop.run_once()
        pytest.fail("the loop spins")

    def says(self, client: socket.socket, line: bytes) -> bytes:
        """Say a line; return what comes back."""
        client.sendall(line)
        self.turn()
        return client.recv(4096)


@pytest.fixture
def served() -> Iterator[Served]:
    """A server and its loop."""
    with Served() as served:
        yield served


def reset(client: socket.socket) -> None:
    """Close in a way that the peer sees as an error."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


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


def test_no_descriptor_left_is_said_and_waited_for(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    ann = served.connect()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.create_connection(served.listener.getsockname(), timeout=10) as bob:
        with socket.socket() as one_more:
            least = one_more.fileno()
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, hard))
        try:
            served.turn()
            assert served.says(ann, b"hello\n") == b"hello\n1> "
            ann.close()
            served.turn()
            assert bob.recv(100) == b"0> "
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert served.says(bob, b"hello\n") == b"hello\n1> "
    assert f"nobody can come in: [Errno {errno.EMFILE}]" in capsys.readouterr().out


class Refusing:
    """A listener whose accept() fails in a given way, so many times."""

    def __init__(self, listener: socket.socket, number: int, times: int) -> None:
        self.listener, self.number, self.times = listener, number, times

    def accept(self) -> Any:
        """Fail, or accept."""
        if self.times:
            self.times -= 1
            raise OSError(self.number, os.strerror(self.number))
        return self.listener.accept()

    def fileno(self) -> int:
        """Return the number of the listener."""
        return self.listener.fileno()


@pytest.mark.parametrize("number", [errno.ENOBUFS, errno.ENOMEM, errno.ENFILE, errno.EPERM])
def test_an_error_of_accept_is_said_and_survived(
    number: int, served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone, the server sleeps and asks again; with somebody there, it looks when somebody has left."""
    slept: list[float] = []
    monkeypatch.setattr(module, "sleep", slept.append)
    served.server.listener = Refusing(served.listener, number, times=3)
    served.loop.remove_reader(served.listener)
    served.loop.add_reader(served.server.listener, served.server.accept)
    ann = served.connect()
    assert slept == [1] * 3
    served.server.listener.times = 1
    with socket.create_connection(served.listener.getsockname(), timeout=10) as bob:
        served.turn()
        assert served.says(ann, b"hello\n") == b"hello\n1> "
        ann.close()
        served.turn()
        assert bob.recv(100) == b"0> "
    assert capsys.readouterr().out.count(f"nobody can come in: [Errno {number}]") == 4
    served.loop.remove_reader(served.server.listener)


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ECONNABORTED])
def test_a_client_that_is_not_there_any_more(number: int, served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    served.server.listener = Refusing(served.listener, number, times=1)
    served.server.accept()
    assert capsys.readouterr().out == ""
    served.connect()


def test_a_listener_that_is_shut_down_does_not_spin(
    served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = served.connect()
    served.listener.shutdown(socket.SHUT_RDWR)
    served.turn()
    assert served.says(ann, b"hello\n") == b"hello\n1> "
    assert capsys.readouterr().out.count("nobody can come in") == 1


def test_a_talk_that_cannot_begin_leaves_nothing_open(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    clients: list[socket.socket] = []

    def meet(client: socket.socket, name: str) -> None:
        clients.append(client)
        raise OSError(errno.ENOSPC, "no room on the list")

    served.server.meet = meet  # type: ignore[method-assign]
    with socket.create_connection(served.listener.getsockname(), timeout=10):
        served.turn()
    assert clients[0].fileno() == -1
    assert "accept failed: OSError(28, 'no room on the list')" in capsys.readouterr().out


def test_close_hangs_up_on_its_own_clients_only() -> None:
    mine, yours = socket.socketpair()
    with mine, yours, Served() as served:
        served.loop.add_reader(mine, mine.recv, 100)
        ann = served.connect()
        served.server.close()
        assert ann.recv(100) == b""
        assert mine.fileno() >= 0
        assert served.loop.remove_reader(mine)
        assert not served.loop.selector.get_map()


def test_after_the_last_client_the_loop_is_idle() -> None:
    with Served(clients=2) as served:
        for client in served.connect(), served.connect():
            client.close()
        served.loop.run_until_idle()
        assert not served.server.talks


# What the loop itself has to survive


def test_a_number_that_is_used_again() -> None:
    """The socket that had it was closed without a word; the new one is heard, for reading and for writing."""
    heard: list[bytes] = []
    with closing(Counted()) as loop, ExitStack() as stack:
        ann, ours = socket.socketpair()
        stack.enter_context(ann)
        number = ours.fileno()
        loop.add_reader(ours, heard.append, b"somebody else's")
        ours.close()
        other, bob = map(stack.enter_context, socket.socketpair())
        assert other.fileno() == number
        loop.add_reader(other, lambda: heard.append(other.recv(100)))
        loop.add_writer(other, lambda: heard.extend([b"room"] * loop.remove_writer(other)))
        bob.sendall(b"hello")
        loop.run_once()
        assert sorted(heard) == [b"hello", b"room"]
        assert not loop.remove_reader(ours)
        assert loop.remove_reader(other)
        assert not loop.selector.get_map()


@pytest.mark.parametrize("removed", [True, False], ids=["removed too late", "never removed"])
def test_a_closed_socket_of_which_there_is_a_copy(removed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """epoll goes on reporting it, since the copy is open."""
    with closing(Counted()) as loop, ExitStack() as stack:
        ours, ann = socket.socketpair()
        ours.setblocking(False)
        stack.enter_context(ann)
        stack.enter_context(ours.dup())
        loop.add_reader(ours, ours.recv, 100)
        ann.sendall(b"hello")
        ours.close()
        if removed:
            assert loop.remove_reader(ours)
            assert not loop.remove_reader(ours)
        loop.run_until_idle()
        assert loop.rounds == (0 if removed else 1)
        assert loop.selector.select(0) == []
        assert ("recv failed: OSError(9" in capsys.readouterr().out) is not removed


def test_removing_what_was_never_there_and_is_closed() -> None:
    ours, theirs = socket.socketpair()
    with closing(Loop()) as loop:
        assert not loop.remove_reader(ours)
        for sock in ours, theirs:
            sock.close()
        assert not loop.remove_reader(ours)
        assert not loop.remove_writer(ours)
        with pytest.raises(ValueError, match="Invalid file"):
            loop.add_reader(ours, print)


def test_a_signal_does_not_end_a_wait() -> None:
    """A handler that returns is no error: the call is repeated (PEP 475)."""
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append("signal"))
    seen: list[str] = []
    ours, theirs = socket.socketpair()
    try:
        with closing(Counted()) as loop, ours, theirs:
            ours.setblocking(False)
            loop.add_reader(ours, lambda: seen.extend([ours.recv(100).decode()] * loop.remove_reader(ours)))
            timers = [
                threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)),
                threading.Timer(0.2, theirs.sendall, (b"hello",)),
            ]
            for timer in timers:
                timer.start()
            loop.run_until_idle()
            for timer in timers:
                timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == ["signal", "hello"]
    assert loop.rounds == 1


def _raise(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("error", [ValueError("x"), asyncio.CancelledError(), GeneratorExit()])
def test_a_call_that_fails_does_not_end_the_loop(error: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Loop()) as loop:
        loop.call_soon(_raise, error)
        loop.call_soon(print, "the next call")
        loop.run_until_idle()
    assert capsys.readouterr().out.endswith("the next call\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit()])
def test_what_ends_the_program_goes_through(error: BaseException) -> None:
    with closing(Loop()) as loop:
        loop.call_soon(_raise, error)
        with pytest.raises(type(error)):
            loop.run_until_idle()


def test_a_cancelled_handle_keeps_nothing() -> None:
    with closing(Loop()) as loop:
        handle: Handle = loop.call_soon(print, [1, 2, 3])
        handle.cancel()
        handle.cancel()
        assert (handle.callback, handle.args, handle.cancelled()) == (None, None, True)
        loop.run_until_idle()


class Later(Loop):
    """A derived loop, with one more way to ask."""

    def call_soon(self, callback: Any, *args: Any) -> Any:
        """Ask the loop below."""
        return super().call_soon(callback, *args)

    def call_twice(self, callback: Any) -> Any:
        """Ask from one method deeper."""
        return self.call_soon(callback), self.call_soon(callback)


def test_who_asked_is_right_for_derived_loops() -> None:
    with closing(Later()) as loop:
        for handle in (loop.call_soon(print), *loop.call_twice(print)):
            assert handle.asked_by.startswith("test_who_asked_is_right_for_derived_loops, test_callbacks.py line ")


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
                process.send_signal(signal.SIGINT)
                _out, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert "ResourceWarning" not in errors
    assert errors.rstrip().endswith("KeyboardInterrupt")


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
