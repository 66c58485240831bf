"""The servers as programs: talked to by strangers, pressed, stopped, started wrongly."""
from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from press.catalogue import PACKAGE, ROOT, every
from press.commands.bench import cpu_seconds
from tests.support.shell import run

PROGRAMS = [listing.name for listing in every(ROOT) if 'listening("' in listing.source()]
ECHO = [
    "descriptors.thread_per_client", "readiness.ask_everyone_bug", "readiness.select_echo", "readiness.poll_echo",
    "mainloop.echo",
]
"""Echo servers for many clients that no client can stop."""
PYTHON = (sys.executable, "-X", "dev", "-W", "error", "-m")
SOFT, HARD = resource.getrlimit(resource.RLIMIT_NOFILE)
LIMIT = min(4096, HARD) if HARD != resource.RLIM_INFINITY else 4096
"""Descriptors that the tests and the servers may have."""
CROWD = min(999, LIMIT - 200)
"""Clients at once."""
SMALL_CROWD = 300
"""Clients at once of the servers of "Who is ready?", which go through all of them each time."""


@pytest.fixture(autouse=True)
def _descriptors() -> Iterator[None]:
    """Many systems allow a program 1024 descriptors until it asks for more."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, HARD))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, HARD))


class Program:
    """A server that was started, and its port."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def connect(self) -> socket.socket:
        """Return a connection that does not wait longer than a minute."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def descriptors(self) -> int:
        """Count the open descriptors of the server."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


@contextmanager
def running(name: str) -> Iterator[Program]:
    """Start a server on a free port; at the end, press Ctrl-C and see that it stops cleanly."""
    command = [*PYTHON, f"{PACKAGE}.{name}", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = re.fullmatch(rf"{name} listens on 127.0.0.1 port (\d+), Ctrl-C stops it\n", process.stdout.readline())
        assert said
        try:
            yield Program(process, int(said[1]))
            rest(process.pid)
            stopped = f"{name} stopped\n" if process.poll() is None else ""
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out[-len(stopped) :] if stopped else "", errors) == (0, stopped, "")


def rest(pid: int) -> None:
    """Wait until a server rests: Ctrl-C in the middle of a callback may leave a socket open that it was closing.

    The server that asks everyone never rests.
    """
    used = 0.0
    for _ in range(20):
        with contextlib.suppress(OSError):  # it has ended
            before, used = used, cpu_seconds(pid)
            if used == before:
                return
        time.sleep(0.05)


def all_of(client: socket.socket) -> bytes:
    """Receive to the end."""
    return b"".join(iter(lambda: client.recv(65536), b""))


def reset(client: socket.socket) -> None:
    """Close in a way that the peer sees as an error."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_server_says_what_it_does_answers_and_stops(name: str) -> None:
    """Also when a client is still there, as this one is."""
    with ExitStack() as stack, running(name) as server:
        client = stack.enter_context(server.connect())
        client.sendall(b"hello\n")
        assert client.recv(1)
        if name == "descriptors.greeter":  # it ends by itself once it has greeted
            assert all_of(client)
            server.process.wait(60)


@pytest.mark.parametrize("name", PROGRAMS)
def test_bad_arguments_and_a_taken_port_get_one_line(name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for argument, complaint in {
            "many": "argument --port: invalid port value: 'many'",
            "70000": "argument --port: invalid port value: '70000'",
            port: f"cannot listen on 127.0.0.1 port {port}: Address already in use",
        }.items():
            assert run(*PYTHON, f"{PACKAGE}.{name}", "--port", argument, cwd=ROOT) == (1, f"{name}: {complaint}\n")


@pytest.mark.parametrize("name", ECHO)
def test_a_thousand_clients_and_nobody_suffers(name: str) -> None:
    """They talk at once; some vanish, some stop sending, one does not read. What is left open in the end is nothing."""
    with running(name) as server, ExitStack() as stack:
        with server.connect() as first:
            first.sendall(b"is all there that a server needs?")
            assert first.recv(100)
            before = server.descriptors()
        deaf = stack.enter_context(server.connect())
        deaf.setblocking(False)
        sent = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                sent += deaf.send(b"you talk and I do not listen" * 1000)
        crowd = SMALL_CROWD if "readiness" in name else CROWD
        clients = [stack.enter_context(server.connect()) for _ in range(crowd)]
        for number, client in enumerate(clients):
            client.sendall(b"%d\n" % number)
        for number, client in enumerate(clients):
            assert client.recv(100) == b"%d\n" % number
        for client in clients[::3]:
            reset(client)
        for number, client in enumerate(clients):
            if number % 3:
                client.sendall(b"again")
        for client in clients[1::3]:
            client.shutdown(socket.SHUT_WR)
            assert all_of(client) == b"again"
        for client in clients[2::3]:
            assert client.recv(100) == b"again"
            client.close()
        deaf.settimeout(60)
        deaf.shutdown(socket.SHUT_WR)
        assert len(all_of(deaf)) == sent
        wait_until(lambda: server.descriptors() <= before)


@pytest.mark.parametrize("name", ["mainloop.echo"])
def test_more_clients_than_descriptors(name: str) -> None:
    """Who finds no room waits until somebody has left."""
    with running(name) as server, ExitStack() as stack:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        clients = [stack.enter_context(server.connect()) for _ in range(60)]
        for client in clients:
            client.sendall(b"here")
        assert clients[0].recv(100) == b"here"
        for client in clients[:40]:
            client.close()
        for client in clients[40:]:
            assert client.recv(100) == b"here"


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until something is so, at most a minute."""
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("a minute has passed")
