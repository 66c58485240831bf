"""What the book says in its table of events is what Linux says, and strace what "Who is ready?" shows."""
from __future__ import annotations

# mypy: allow-untyped-calls
import doctest
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest

from ghetto_asyncio.readiness.solutions.drain import drain
from press.catalogue import ROOT
from tests.support.peers import cable

PAGE = ROOT / "docs/loop/who-is-ready.md"
TABLE = ROOT / "docs/appendix/closed-sockets.md"
HEAD = "| What has happened | `poll()` says | `recv()` says |\n"
NAMES = ("POLLIN", "POLLOUT", "POLLERR", "POLLHUP", "POLLNVAL")
Pair = tuple[socket.socket, socket.socket]


def table(text: str) -> dict[str, tuple[str, str]]:
    """Return the rows of the table: what has happened, and what the two calls say; none if the table is not there."""
    rows = text.partition(HEAD)[2].partition("\n\n")[0].splitlines()[1:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {happened: (poll, recv) for happened, poll, recv in cells}


def nothing(_ours: socket.socket, _theirs: socket.socket) -> None:
    """Connect, and that is all."""


def full(ours: socket.socket, _theirs: socket.socket) -> None:
    """Fill our buffer."""
    with suppress(BlockingIOError):
        while True:
            ours.send(bytes(65536))


def said(_ours: socket.socket, theirs: socket.socket) -> None:
    """Let data come."""
    theirs.sendall(b"hello\n")


def ended(_ours: socket.socket, theirs: socket.socket) -> None:
    """Let the peer end its direction."""
    theirs.shutdown(socket.SHUT_WR)


def full_and_ended(ours: socket.socket, theirs: socket.socket) -> None:
    """Do both."""
    full(ours, theirs)
    ended(ours, theirs)


def both_ended(ours: socket.socket, theirs: socket.socket) -> None:
    """End both directions."""
    ended(ours, theirs)
    ours.shutdown(socket.SHUT_WR)


def reset(_ours: socket.socket, theirs: socket.socket) -> None:
    """Let the peer reset the connection."""
    cable.reset(theirs)


def closed(ours: socket.socket, _theirs: socket.socket) -> None:
    """Close our own."""
    ours.close()


HAPPENS: dict[str, Callable[[socket.socket, socket.socket], None]] = {
    "nothing": nothing,
    "nothing, and our buffer is full": full,
    "data has come": said,
    "the peer has ended its direction": ended,
    "the same, and our buffer is full": full_and_ended,
    "both directions have ended": both_ended,
    "the peer has reset the connection": reset,
    "we have closed our socket": closed,
}


@pytest.fixture
def pair() -> Iterator[Pair]:
    """A connection over TCP; ours does not wait."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        theirs = socket.create_connection(listener.getsockname())
        ours, _address = listener.accept()
    with ours, theirs:
        ours.setblocking(False)
        yield ours, theirs


def events(number: int, mask: int) -> str:
    """Return what poll() says of a descriptor, as the page writes it."""
    poll = select.poll()
    poll.register(number, mask)
    found = [event for _number, event in poll.poll(0)]
    return ", ".join(f"`{name}`" for name in NAMES if found and found[0] & getattr(select, name)) or "nothing"


def received(sock: socket.socket) -> str:
    """Return what recv() says, as the page writes it."""
    try:
        text = repr(sock.recv(1024)).replace("'", '"')
    except OSError as error:
        text = type(error).__name__
    return f"`{text}`"


def test_the_table_has_these_rows() -> None:
    assert list(table(TABLE.read_text("utf-8"))) == list(HAPPENS)


@pytest.mark.parametrize("what", HAPPENS)
def test_the_table_says_what_happens(what: str, pair: Pair) -> None:
    ours, theirs = pair
    number = ours.fileno()
    HAPPENS[what](ours, theirs)
    said_of_poll, said_of_recv = table(TABLE.read_text("utf-8"))[what]
    if "POLLIN" in said_of_poll:
        select.select([number], [], [], 10)  # over TCP, even on one machine, nothing comes at once
    assert events(number, select.POLLIN | select.POLLOUT) == said_of_poll
    assert received(ours) == said_of_recv


@pytest.mark.parametrize(
    ("what", "unasked"), [(reset, "`POLLERR`, `POLLHUP`"), (closed, "`POLLNVAL`"), (ended, "nothing")]
)
def test_what_is_reported_although_nobody_asks(
    what: Callable[[socket.socket, socket.socket], None], unasked: str, pair: Pair
) -> None:
    ours, theirs = pair
    number = ours.fileno()
    what(ours, theirs)
    if what is not closed:
        select.select([number], [], [], 10)
    assert [events(number, 0) for _ in range(3)] == [unasked] * 3


def test_one_free_byte_is_not_room(pair: Pair) -> None:
    ours, theirs = pair
    full(ours, theirs)
    poll = select.poll()
    poll.register(ours, select.POLLOUT)
    theirs.setblocking(False)
    taken_without_being_told = 0
    while not poll.poll(0):
        with suppress(BlockingIOError):
            taken_without_being_told += ours.send(b"x")
        with suppress(BlockingIOError):
            theirs.recv(65536)
    assert taken_without_being_told


def test_the_table_is_read() -> None:
    page = f"Text.\n\n{HEAD}| --- | --- | --- |\n| a | `b`, `c` | d |\n\n| other | one |\n"
    assert table(page) == {"a": ("`b`, `c`", "d")}
    assert table(page.replace("happened", "occurred")) == {}


def in_order(lines: list[str], said: str) -> list[str]:
    """Return the lines that are not said, in this order; a … in a line is anything."""
    missing = []
    for line in lines:
        pattern = ".*?".join(re.escape(part) for part in line.split("…"))
        if found := re.search(pattern, said):
            said = said[found.end() :]
        else:
            missing.append(line)
    return missing


@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace here")
def test_what_strace_shows_of_the_session(tmp_path: Path) -> None:
    """The session is written into a file, as the page says, and followed."""
    page = PAGE.read_text("utf-8").partition("## Meanwhile, in your code")[2]
    fence = r"^```(?:pycon|\{code-block\} text\n:name: strace-hear\n)\n(.*?)^```"
    session, shown = re.findall(fence, page, re.MULTILINE | re.DOTALL)[:2]
    source = "".join(example.source for example in doctest.DocTestParser().get_examples(session))
    (tmp_path / "hear.py").write_text(source, "utf-8")
    command, *lines = shown.splitlines()
    words = command.removeprefix("$ ").replace("python", sys.executable).split()
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    if "ptrace" in done.stderr and done.returncode:
        pytest.skip("strace is not allowed to follow here")
    assert in_order(lines, done.stderr) == []
    assert len(lines) > 6


def test_what_strace_does_not_show_is_missed() -> None:
    said = "recvfrom(6, 0x1, 1024) = -1 EAGAIN (No)\nepoll_wait(3, [], 2, -1) = 1\n"
    assert in_order(["…", "recvfrom(6, …, 1024) = -1 EAGAIN (…)", "epoll_wait(3, …, 2, -1) = 1"], said) == []
    assert in_order(["epoll_wait(3, …) = 1", "recvfrom(6, …"], said) == ["recvfrom(6, …"]


def test_what_lay_there_before_a_reset_is_drained() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        ours, _address = listener.accept()
        with ours:
            ours.setblocking(False)

            class Cut:
                """Gives what it has in two pieces, and then the error."""

                pieces: ClassVar = [b"what", b"ever"]

                def recv(self, limit: int) -> bytes:
                    """Receive."""
                    return self.pieces.pop(0) if self.pieces else ours.recv(limit)

            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
            assert drain(Cut()) == (b"whatever", False)
            assert drain(ours) == (b"", False)
