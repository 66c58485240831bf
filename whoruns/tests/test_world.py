"""The clock that jumps, and the peers with a script, in front of real servers."""
from __future__ import annotations

import select
import selectors
import socket
from collections.abc import Generator
from typing import Any

import pytest

from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.world import Hang, Nobody, Peer, World
from whoruns.tests.tiny import TinyRun

PEERS = """
    def ann(peer):
        yield 1
        peer.connect()
        yield 1
        peer.send(b"hello")
        yield 1
        assert peer.receive() == b"HELLO"
        peer.close()

    def bob(peer):
        yield 2
        peer.connect()
        peer.send(b"hi")
        yield 5
        assert peer.receive() == b"HI"
        peer.close()

    peers = {"ann": ann, "bob": bob}
    def main(): serve(2)
"""

BLOCKING = """
    import socket

    def serve(clients):
        with socket.create_server(("127.0.0.1", 0)) as server:
            for _ in range(clients):
                connection, address = server.accept()
                with connection:
                    connection.sendall(connection.recv(100).upper())
"""


def test_a_blocking_server_keeps_the_second_client_waiting(tiny_run: TinyRun) -> None:
    assert tiny_run.events(BLOCKING, PEERS.replace("serve(2)", "serve(1)"), "call", "value", "t") == [
        "waits  accept", "connects ann 1.0", "wakes  accept 1.0", "io  accept <socket ann> 1.0",
        "waits  recv 1.0", "connects bob 2.0", "sends bob b'hi' 2.0", "sends ann b'hello' 2.0", "wakes  recv 2.0",
        "io  recv b'hello' 2.0", "io  sendall b'HELLO' 2.0", "io  close 2.0",
        "receives ann b'HELLO' 3.0", "closes ann 3.0",
    ], "what the program did not wait for is told, too, and the peers play on; the listener has hung up on bob"


MULTIPLEXED = {
    "poll": """
        import select
        import socket

        def serve(clients):
            with socket.create_server(("127.0.0.1", 0)) as server:
                poll = select.poll()
                poll.register(server, select.POLLIN)
                files = {server.fileno(): server}
                while clients:
                    for fd, mask in poll.poll():
                        clients -= step(poll, server, files, fd)

        def step(poll, server, files, fd):
            if fd == server.fileno():
                connection = server.accept()[0]
                files[connection.fileno()] = connection
                poll.register(connection, select.POLLIN)
                return 0
            data = files[fd].recv(100)
            files[fd].sendall(data.upper())
            if not data:
                poll.unregister(fd)
                files.pop(fd).close()
            return not data
    """,
}
MULTIPLEXED["epoll"] = MULTIPLEXED["poll"].replace("select.poll()", "select.epoll()").replace("POLLIN", "EPOLLIN")
MULTIPLEXED["select"] = """
    import select
    import socket

    def serve(clients):
        with socket.create_server(("127.0.0.1", 0)) as server:
            files = [server]
            while clients:
                for file in select.select(files, [], [])[0]:
                    if file is server:
                        files.append(server.accept()[0])
                        continue
                    data = file.recv(100)
                    file.sendall(data.upper())
                    if not data:
                        files.remove(file)
                        file.close()
                        clients -= 1
"""
MULTIPLEXED["selectors"] = """
    import selectors
    import socket

    def serve(clients):
        with socket.create_server(("127.0.0.1", 0)) as server, selectors.DefaultSelector() as selector:
            selector.register(server, selectors.EVENT_READ)
            while clients:
                for key, mask in selector.select():
                    if key.fileobj is server:
                        selector.register(server.accept()[0], selectors.EVENT_READ)
                        continue
                    data = key.fileobj.recv(100)
                    key.fileobj.sendall(data.upper())
                    if not data:
                        selector.unregister(key.fileobj)
                        key.fileobj.close()
                        clients -= 1
"""


@pytest.mark.parametrize("listing", MULTIPLEXED.values(), ids=MULTIPLEXED)
def test_a_multiplexed_server_serves_both(tiny_run: TinyRun, listing: str) -> None:
    acts = ("connects", "sends", "receives", "closes")
    told = [each for each in tiny_run.events(listing, PEERS, "value", "t") if each.startswith(acts)]
    assert told == [
        "connects ann 1.0", "connects bob 2.0", "sends bob b'hi' 2.0", "sends ann b'hello' 2.0",
        "receives ann b'HELLO' 3.0", "closes ann 3.0", "receives bob b'HI' 7.0", "closes bob 7.0",
    ]


class Notes:
    """Remembers the events."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def happens(self, kind: str, peer: str = "", **data: object) -> None:
        """Remember it."""
        self.told.append(f"{kind} {peer or data.get('call')}")


def test_a_timeout_passes_in_no_time() -> None:
    world = World(Notes())
    with replacing_time(world), socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(3600)
        with pytest.raises(TimeoutError):
            server.accept()
        assert world.now == 3600
        assert select.select([server], [], [], 60) == ([], [], [])
        poll = select.poll()
        poll.register(server, select.POLLIN)
        assert poll.poll(1500) == []
        assert poll.poll(0) == []
        assert world.now == 3661.5


@pytest.mark.parametrize("send", [socket.socket.sendall, socket.socket.send])
def test_who_sends_more_than_fits_waits_for_the_reader(send: Any) -> None:
    ours, theirs = socket.socketpair()
    heard: list[int] = []

    def ann(peer: Peer) -> Generator[float]:
        while sum(heard) < 1_000_000:
            yield 1
            heard.append(len(theirs.recv(100_000)))

    world = World(Nobody(), {"ann": ann})
    with ours, theirs, replacing_time(world):
        getattr(ours, send.__name__)(bytes(1_000_000))
        assert 0 < world.now < len(heard) + 1
        world.finish()
    assert sum(heard) == 1_000_000


def test_what_can_never_happen_is_told() -> None:
    world = World(Notes())
    with replacing_time(world), socket.create_server(("127.0.0.1", 0)) as server:
        with pytest.raises(Hang, match="accept would wait here for ever"):
            server.accept()
        with pytest.raises(Hang, match="select would wait"):
            select.select([server], [], [])


def test_all_is_put_back() -> None:
    names: list[tuple[Any, str]] = [(select, "poll"), (select, "select"), (select, "epoll")]
    names += [(socket.socket, "accept"), (socket.socket, "recv")]
    names += [(selectors.PollSelector, "_selector_cls"), (selectors.EpollSelector, "_selector_cls")]
    before = [vars(owner).get(name) for owner, name in names]
    with replacing_time(World(Notes())):
        assert [vars(owner).get(name) for owner, name in names] != before
    assert [vars(owner).get(name) for owner, name in names] == before


def test_a_peer_whose_script_is_wrong_says_so() -> None:
    def early(peer: Peer):  # type: ignore[no-untyped-def]
        yield 0.0
        peer.send(b"x")

    server = socket.create_server(("127.0.0.1", 0))
    wrong = pytest.raises(RuntimeError, match="eve is not connected")
    with server, replacing_time(World(Notes(), {"eve": early})), wrong:
        server.accept()


def test_a_peer_who_receives_what_never_comes_ends_the_run() -> None:
    with replacing_time(World(Nobody(), {"ann": greedy})), socket.create_server(("127.0.0.1", 0)) as server:
        connection, _address = server.accept()
        with connection, pytest.raises(Hang, match="ann would wait here for ever"):
            connection.recv(1)


def greedy(peer: Peer) -> Generator[float]:
    """Connect, and receive without having said anything."""
    peer.connect()
    yield 1
    peer.receive()
