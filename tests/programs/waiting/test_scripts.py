"""What goes into an echo server comes out of it, whatever its clients do and in whatever order.

Hypothesis makes up the clients: scripts of sending, waiting, reading or not reading, closing one way
or both ways. They run under the virtual clock, on real sockets: of the Unix kind, since TCP has timers
of its own, in real time.
"""
from __future__ import annotations

import contextlib
import socket
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.peers.servers import KERNELS, OURS, THEIRS, Serve
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.world import Nobody, Peer, World

pytestmark = pytest.mark.usefixtures("lean_asyncio")

MANY = settings(max_examples=20)

SIZES = {"small": 3, "large": 400_000, "both": 100_000}
"""Steps that send, and how many pairs of bytes; "both" also reads, before the server has its turn."""


@dataclass
class Client:
    """A client who follows a script of (seconds to wait, what to do)."""

    script: list[tuple[int, str]]
    number: int
    ends: str
    """How it leaves: "done" (sends no more, reads to the end) or "close" (a reset, if something is unread)."""
    sent: bytearray = field(default_factory=bytearray)
    got: bytearray = field(default_factory=bytearray)
    finished: bool = False

    def play(self, peer: Peer) -> Generator[float]:
        """Do what the script says; nothing here waits."""
        for seconds, step in self.script:
            yield seconds
            if peer.socket is None:
                peer.socket = self.connect(peer)
            if step != "read":
                data = bytes([self.number, len(self.sent) % 251]) * SIZES[step]
                with contextlib.suppress(BlockingIOError):
                    self.sent += data[: peer.socket.send(data)]
            if step in ("read", "both"):
                self.read(peer.socket)
        peer.socket = peer.socket or self.connect(peer)
        if self.ends == "done":
            peer.socket.shutdown(socket.SHUT_WR)
            while not self.finished:
                yield 0.5
                self.read(peer.socket)
        peer.socket.close()

    def connect(self, peer: Peer) -> socket.socket:
        """Connect without waiting."""
        sock = socket.socket(socket.AF_UNIX)
        sock.connect(peer.world.address)
        sock.setblocking(False)
        return sock

    def read(self, sock: socket.socket) -> None:
        """Read what is there."""
        with contextlib.suppress(BlockingIOError):
            while data := sock.recv(65536):
                self.got += data
            self.finished = True


STEPS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["small", "large", "read", "both"])), max_size=8)
CLIENTS = st.lists(st.tuples(STEPS, st.sampled_from(["done", "done", "close"])), min_size=1, max_size=6)


def meet(serve: Serve, scripts: list[tuple[list[tuple[int, str]], str]]) -> list[Client]:
    """Let the clients meet a server; return them, with what they have sent and got."""
    clients = [Client(script, number, ends) for number, (script, ends) in enumerate(scripts)]
    world = World(Nobody(), {str(client.number): client.play for client in clients})
    folder = tempfile.TemporaryDirectory()
    with replacing_time(world), folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(folder.name + "/echo")
        listener.listen()
        serve(listener, len(clients))
        time.sleep(1000)  # by the virtual clock: the clients go on to their end
    return clients


def hear_what_they_said(serve: Serve, scripts: list[tuple[list[tuple[int, str]], str]]) -> None:
    """Let clients meet a server, and see that each has got what it has sent."""
    for client in meet(serve, scripts):
        if client.ends == "done":
            assert client.got == client.sent
        else:
            assert client.sent.startswith(client.got)


@pytest.mark.parametrize("serve", [*OURS.values(), *THEIRS.values()], ids=[*OURS, *THEIRS])
@MANY
@given(CLIENTS)
def test_what_goes_in_comes_out(serve: Serve, scripts: list[tuple[list[tuple[int, str]], str]]) -> None:
    hear_what_they_said(serve, scripts)


@pytest.mark.parametrize("serve", KERNELS.values(), ids=KERNELS)
@settings(MANY, max_examples=10)
@given(CLIENTS)
def test_what_goes_into_a_kernel_comes_out(serve: Serve, scripts: list[tuple[list[tuple[int, str]], str]]) -> None:
    hear_what_they_said(serve, scripts)


def test_a_server_that_loses_bytes_is_found_out() -> None:
    """The test above can fail."""

    def careless(listener: socket.socket, clients: int) -> None:
        for _ in range(clients):
            client, _address = listener.accept()
            with client:
                while data := client.recv(1024):
                    client.send(data[:5])

    (client,) = meet(careless, [([(0, "small")], "done")])
    assert (bytes(client.sent), bytes(client.got)) == (bytes(6), bytes(5))
