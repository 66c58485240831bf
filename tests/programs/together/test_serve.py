"""The server that knows how to end, as a program: at a signal, at a second one, and whatever its clients do."""
from __future__ import annotations

# mypy: allow-untyped-calls
import contextlib
import resource
import signal
import socket
import time
from asyncio import CancelledError
from contextlib import ExitStack
from functools import partial
from itertools import count
from typing import Any

import pytest

from bench.load import cpu_seconds
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.traps import schedule, sleep, spawn
from ghetto_asyncio.together.serve import serve
from ghetto_asyncio.together.signals import signals
from tests.support.peers import ending
from tests.support.peers.cable import hears, pull, reset

running = partial(ending.running, "ghetto_asyncio.together.serve")
IMPATIENT = """
import runpy, socket
from ghetto_asyncio.descriptors import listen
from tests.support.peers.cable import impatient
plain = listen.listen
listen.listen = lambda port: impatient(plain(port))
runpy.run_module("{module}", run_name="__main__")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_at_a_signal_nobody_comes_in_and_the_talks_go_on(number: int) -> None:
    with running("--grace", "600") as server, server.connect() as ann, server.connect() as bob:
        server.send(number)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port))
        for person in (ann, bob):
            person.sendall(b"still there?\n")
            hears(person, b"still there?\n1> ")
            person.shutdown(socket.SHUT_WR)
            assert person.recv(1) == b""
        lines = ["client 1 comes", "client 2 comes", "nobody comes in; 600 seconds are left"]
        assert server.ends() == (0, [*lines, "client 1 leaves", "client 2 leaves"], "")


@pytest.mark.parametrize("numbers", [[signal.SIGTERM, signal.SIGINT], [signal.SIGINT, signal.SIGINT]])
def test_a_second_signal_ends_the_talks(numbers: list[int]) -> None:
    with running("--grace", "600") as server, server.connect() as ann:
        server.send(*numbers)
        assert ann.recv(1) == b""
        status, lines, errors = server.ends()
        assert (status, lines[-1], errors) == (0, "client 1 is sent away", "")


def test_whatever_a_client_does_ends_its_own_talk() -> None:
    with running("--grace", "600", program=IMPATIENT) as server, ExitStack() as stack:
        ann, bob, eve, cut = (stack.enter_context(server.connect()) for _ in range(4))
        bob.sendall(b"hello")
        reset(bob)
        eve.sendall(b"one\n\xff")
        eve.shutdown(socket.SHUT_WR)
        hears(eve, b"one\n1> \xff2> ")
        assert eve.recv(1) == b""
        pull(cut)
        cut.sendall(b"hello\n")
        time.sleep(1)  # what the kernel of the operating system needs to lose its patience
        server.send(signal.SIGTERM)
        ann.sendall(b"still there?\n")
        hears(ann, b"still there?\n1> ")
        ann.shutdown(socket.SHUT_WR)
        status, lines, errors = server.ends()
        assert (status, errors, lines[-1]) == (0, "", "client 1 leaves")
        assert "client 2 is gone: [Errno 104] Connection reset by peer" in lines
        assert "client 4 is gone: [Errno 110] Connection timed out" in lines


def test_more_clients_than_descriptors() -> None:
    """Who finds no room waits until somebody has left, nobody spins, and the door can be shut meanwhile."""
    with running("--grace", "0") as server, ExitStack() as stack:
        first = stack.enter_context(server.connect())
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (12, 12))
        people = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 60)) for _ in range(20)]
        hears(people[0], b"0> ")
        before = cpu_seconds(server.process.pid)
        time.sleep(1.2)
        assert cpu_seconds(server.process.pid) - before < 0.3
        server.send(signal.SIGTERM)
        assert first.recv(1) == b""
        status, lines, errors = server.ends()
        assert (status, errors) == (0, "")
        assert "nobody can come in: Too many open files" in lines


@pytest.mark.parametrize("number", range(3))
def test_ctrl_c_while_the_signals_are_put_back_leaves_nothing_behind(number: int, monkeypatch: Any) -> None:
    calls = count()

    def struck(call: Any) -> Any:
        def strike(*args: Any) -> Any:
            answer = call(*args)
            if next(calls) == number:
                signal.raise_signal(signal.SIGINT)
            return answer

        return strike

    def handlers() -> list[Any]:
        return [signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)]

    before = handlers()
    with contextlib.suppress(KeyboardInterrupt), signals(signal.SIGTERM, signal.SIGINT):
        for name in ("signal", "set_wakeup_fd"):
            monkeypatch.setattr(signal, name, struck(getattr(signal, name)))
    monkeypatch.undo()
    fd = signal.set_wakeup_fd(-1)
    assert next(calls) == 3
    assert (handlers(), fd) == (before, -1)


@pytest.mark.parametrize("rounds", range(5))
def test_who_comes_when_the_server_is_cancelled_is_closed(rounds: int) -> None:
    """In the same round, or in one of the next."""
    async def main() -> Any:
        bell, ring = socket.socketpair()
        bell.setblocking(False)
        listener = socket.create_server(("127.0.0.1", 0))
        address = listener.getsockname()
        server = await spawn(serve(listener, bell, 10))
        await sleep(1)
        with bell, ring, socket.socket() as client:
            client.connect(address)
            for _ in range(rounds):
                await schedule()
            await server.cancel()
            client.setblocking(False)  # it hears the end, and does not wait
            return type(server.error), list(iter(lambda: client.recv(100), b""))

    assert Kernel().run(main()) in ((CancelledError, [b"0> "] * said) for said in (0, 1))
