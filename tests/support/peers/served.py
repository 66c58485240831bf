"""A callback server with its loop in a thread, for tests that are its clients."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from ghetto_asyncio.callbacks.server import Server
from ghetto_asyncio.callbacks.watching import Loop
from ghetto_asyncio.descriptors.listen import listen
from tests.support.peers.cable import impatient

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
        """Say a line; return the answer."""
        client.sendall(line)
        self.turn()
        return client.recv(4096)


@pytest.fixture
def served() -> Iterator[Served]:
    """A server and its loop."""
    with Served() as served:
        yield served
