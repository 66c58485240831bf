"""The door of the callback server: no descriptor is left, a client cannot be reached, a talk cannot begin."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import resource
import socket

import pytest

from ghetto_asyncio.callbacks import server as module
from ghetto_asyncio.callbacks.server import FULL
from ghetto_asyncio.mainloop.passing import PASSING
from tests.support.peers.doors import Full
from tests.support.peers.served import Served


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


@pytest.mark.parametrize("number", sorted(PASSING - FULL - {errno.ECONNABORTED}), ids=errno.errorcode.get)
def test_a_client_that_cannot_be_reached_keeps_nobody_else_out(
    number: int, served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been alone, or with somebody: the next one comes in at once, and nobody sleeps."""
    monkeypatch.delattr(module, "sleep")
    served.server.listener = door = Full(served.listener, number)
    door.left = 1
    served.loop.remove_reader(served.listener)
    served.loop.add_reader(door, served.server.accept)
    served.connect()
    door.left = 1
    served.connect()
    assert capsys.readouterr().out.count(f"nobody can come in: [Errno {number}]") == 2
    served.loop.remove_reader(door)


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
