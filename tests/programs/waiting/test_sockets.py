"""The conversation's first server, and clients who do it harm: each ends its own talk, and the next is served."""
from __future__ import annotations

import contextlib
import re
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from ghetto_asyncio.descriptors import serve, thread_per_client
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.descriptors.person import LIMIT
from press.catalogue import PACKAGE, ROOT
from tests.support.peers.cable import impatient, pull, reset
from tests.support.peers.keyboard import interrupt

Client = Callable[[socket.socket], None]
"""What a client does once it has been asked for its first line."""

LEAVES = "client 1 leaves"


def exactly(client: socket.socket, expected: bytes) -> None:
    """Receive these bytes, in whatever pieces."""
    got = b""
    while len(got) < len(expected) and (data := client.recv(len(expected) - len(got))):
        got += data
    assert got == expected


def to_the_end(client: socket.socket) -> bytes:
    """Say that no more comes, and receive until the other end says so too."""
    client.shutdown(socket.SHUT_WR)
    return b"".join(iter(lambda: client.recv(65536), b""))


def resets_in_the_middle_of_a_line(client: socket.socket) -> None:
    client.sendall(b"hel")
    reset(client)


def leaves_without_reading(client: socket.socket) -> None:
    client.sendall(b"hello\n" * 1000)
    client.close()


def loses_its_cable(client: socket.socket) -> None:
    pull(client)
    client.sendall(b"hello\n")


def half_closes_in_the_middle_of_a_line(client: socket.socket) -> None:
    client.sendall(b"hello\nhel")
    assert to_the_end(client) == b"hello\n1> hel2> "


def says_nothing(client: socket.socket) -> None:
    assert to_the_end(client) == b""


def sends_no_text(client: socket.socket) -> None:
    client.sendall(b"\xff\xfe\x00\n\xff\n")
    assert to_the_end(client) == b"\xff\xfe\x00\n1> \xff\n2> "


def has_a_letter_cut(client: socket.socket) -> None:
    """Between two pieces, and by the end of data."""
    client.sendall(b"na\xc3")
    client.sendall(b"\xafve\nna\xc3")
    assert to_the_end(client) == "naïve\n1> ".encode() + b"na\xc32> "


def never_ends_its_line(client: socket.socket) -> None:
    """It is answered in pieces, and nothing is lost, although the limit cuts letters."""
    data = "źdźbło".encode() * 300
    client.sendall(data)
    got = to_the_end(client)
    assert len(data) > 2 * LIMIT
    assert re.sub(rb"[1-9]> ", b"", got) == data


ENDS: dict[Client, str] = {
    reset: r"client 1 is gone: \[Errno 104\] Connection reset by peer",
    resets_in_the_middle_of_a_line: r"client 1 is gone: \[Errno 104\] Connection reset by peer",
    leaves_without_reading: r"client 1 is gone: \[Errno (104|32)\] .*",
    loses_its_cable: r"client 1 is gone: \[Errno 110\] Connection timed out",
    half_closes_in_the_middle_of_a_line: LEAVES,
    says_nothing: LEAVES,
    sends_no_text: LEAVES,
    has_a_letter_cut: LEAVES,
    never_ends_its_line: LEAVES,
}


@contextmanager
def serving(server: Callable[..., None], clients: int) -> Iterator[tuple[str, int]]:
    """Serve so many clients in a thread; yield the address."""
    with impatient(listen(0)) as listener:
        thread = threading.Thread(target=server, args=(listener, clients))
        thread.start()
        try:
            yield listener.getsockname()
        finally:
            thread.join(60)
        assert not thread.is_alive()


def connected(address: tuple[str, int]) -> socket.socket:
    """Return a connection that does not wait longer than a minute."""
    return socket.create_connection(address, timeout=60)


@pytest.mark.parametrize("server", [serve.serve, thread_per_client.serve], ids=["one after another", "threads"])
@pytest.mark.parametrize("harm", ENDS, ids=lambda harm: harm.__name__)
def test_what_happens_to_one_client_ends_that_client(
    harm: Client, server: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack, serving(server, 2) as address:
        ann = stack.enter_context(connected(address))  # open until both talks have ended
        exactly(ann, b"0> ")
        harm(ann)
        with connected(address) as bob:
            bob.sendall(b"at last!\n")
            exactly(bob, b"0> at last!\n1> ")
            assert to_the_end(bob) == b""
    said = capsys.readouterr().out
    assert re.search(f"^{ENDS[harm]}$", said, re.MULTILINE), said
    assert "client 2 leaves\n" in said


def free_port() -> int:
    """Return a port that nobody has now."""
    with listen(0) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def running(name: str) -> Iterator[tuple[subprocess.Popen[str], tuple[str, int]]]:
    """Start a server as a program; yield it with its address when it listens."""
    address = ("127.0.0.1", free_port())
    command = [sys.executable, "-X", "dev", "-W", "error", "-m", f"{PACKAGE}.{name}", str(address[1])]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            for _ in range(6000):
                with contextlib.suppress(ConnectionRefusedError), connected(address) as first:
                    exactly(first, b"0> ")
                    break
                assert process.poll() is None
                select.select([], [], [], 0.01)
            yield process, address
        finally:
            process.kill()


@pytest.mark.parametrize("name", ["descriptors.serve", "descriptors.thread_per_client"])
@pytest.mark.parametrize("in_talk", [False, True], ids=["at rest", "in mid-talk"])
def test_control_c_ends_the_server_and_closes_its_sockets(name: str, in_talk: bool) -> None:
    with running(name) as (process, address), ExitStack() as stack:
        if in_talk:
            ann = stack.enter_context(connected(address))
            ann.sendall(b"hello\n")
            exactly(ann, b"0> hello\n1> ")
        interrupt(process)
        _out, errors = process.communicate(timeout=60)
        assert (errors, process.returncode) == ("", 130)
        if in_talk:
            assert ann.recv(1) == b""
        listen(address[1]).close()
