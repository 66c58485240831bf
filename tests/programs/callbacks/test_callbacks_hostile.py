"""The servers in callbacks as programs, with clients that mean harm, and what was closed too early."""
from __future__ import annotations

# mypy: allow-untyped-calls
import os
import random
import resource
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest

from ghetto_asyncio.callbacks import reader
from press.catalogue import ROOT
from tests.support.peers.cable import pull
from tests.support.peers.keyboard import interrupt

SERVERS = {"server": ["callbacks.server"], "patience": ["clocks.patience", "60"]}
KEPT = "stdin", "stdout", "stderr", "listener", "selector", "Ann"
"""The descriptors of a server with one client."""
every_server = pytest.mark.parametrize("words", SERVERS.values(), ids=SERVERS)


@contextmanager
def program(words: list[str], descriptors: int = 1000) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server in a process of its own, with so many descriptors; end it by Ctrl-C, without a complaint."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["-u", "-X", "dev", "-W", "error", "-m"]
    command = [sys.executable, *options, f"ghetto_asyncio.{words[0]}", str(port), *words[1:]]
    process = subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors)),
    )
    try:
        for _ in range(200):
            try:
                connect(port).close()
                break
            except OSError:
                time.sleep(0.05)
        yield process, port
        interrupt(process)
        complaints = process.communicate(timeout=10)[1]
        assert (complaints, process.returncode) == ("", 130)
    finally:
        process.kill()
        process.communicate()


def connect(port: int) -> socket.socket:
    """Return the socket of a client."""
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def is_served(client: socket.socket) -> bool:
    """Say whether a conversation of one line goes as it should, to its end."""
    client.sendall(b"hello\n")
    client.shutdown(socket.SHUT_WR)
    with client.makefile("rb") as heard:
        return heard.read() == b"0> hello\n1> "


def harm(client: socket.socket, chance: random.Random) -> None:
    """Do something that no well-meaning client does."""
    match chance.randrange(5):
        case 0:
            client.sendall(b"x" * chance.randrange(1, 9000))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        case 1:
            client.shutdown(socket.SHUT_RD)
            client.sendall(b"hello\n" * 50)
        case 2:
            client.sendall(chance.randbytes(3000))
        case 3:
            client.send(b"!", socket.MSG_OOB)
        case 4:
            client.shutdown(socket.SHUT_WR)


@every_server
def test_a_storm_leaves_nothing_behind(words: list[str]) -> None:
    chance = random.Random(6)
    with program(words) as (process, port), connect(port) as ann:
        assert ann.recv(10) == b"0> "
        for _ in range(100):
            with connect(port) as client:
                harm(client, chance)
        with connect(port) as bob:
            assert is_served(bob)
        for _ in range(200):
            if len(left := os.listdir(f"/proc/{process.pid}/fd")) == len(KEPT):
                break
            time.sleep(0.05)
        assert len(left) == len(KEPT)


@every_server
def test_with_twenty_descriptors_everybody_has_a_turn(words: list[str]) -> None:
    with program(words, descriptors=20) as (_process, port), ExitStack() as stack:
        for client in [stack.enter_context(connect(port)) for _ in range(40)]:
            assert is_served(client)
            client.close()


@every_server
def test_it_ends_by_the_keyboard_whoever_is_there(words: list[str]) -> None:
    """Somebody whose cable is pulled, somebody who fetches nothing, and somebody who is silent."""
    with ExitStack() as stack, program(words) as (_process, port):
        ann, bob, eve, another = (stack.enter_context(connect(port)) for _ in range(4))
        assert ann.recv(10) == eve.recv(10) == b"0> "
        pull(ann)
        ann.sendall(b"hello\n")
        bob.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                bob.send(b"x" * 999 + b"\n")
        assert is_served(another)


def test_what_was_closed_too_early_is_removed_event_by_event() -> None:
    """It is no error to be late with both callbacks, and nobody else suffers."""
    with closing(reader.Loop()) as loop:
        ours, theirs = socket.socketpair()
        loop.add_reader(ours, print)
        loop.add_writer(ours, print)
        ours.close()
        theirs.close()
        assert loop.remove_reader(ours)
        assert not loop.remove_writer(ours)
        assert not loop.selector.get_map()

