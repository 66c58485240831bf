"""The loop that serves, at its rims: rude clients, no descriptor, factories that fail, a cancel."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import closing
from typing import Any

import pytest

from ghetto_asyncio.service.loop import Loop
from tests.support.peers.doors import Full

HOST = "127.0.0.1"


def run(main: Callable[[], Coroutine[Any, Any, Any]]) -> tuple[Any, list[str]]:
    """Run on our loop; return the result, and the errors that were reported."""
    said: list[str] = []
    factory: Any = Loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.get_loop().set_exception_handler(lambda _loop, context: said.append(str(context["exception"])))
        return runner.run(main()), said


class Echo(asyncio.Protocol):
    """Gives back what comes."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)


async def ask(address: tuple[str, int]) -> bytes:
    reader, writer = await asyncio.open_connection(*address[:2])
    try:
        writer.write(b"hello")
        return await reader.read(100)
    finally:
        writer.close()


class Resting:
    """Its timers ring soon; it counts those of doors that are not watched meanwhile."""

    rests = 0

    def call_later(self, delay: float, callback: Any, *args: Any) -> Any:
        parent: Any = super()
        loop: Any = self
        self.rests += delay == 1 and args[0].fileno() not in loop.selector.get_map()
        return parent.call_later(delay / 100, callback, *args)


def test_no_descriptor_is_left() -> None:
    """The server rests after each error, which is reported, and it serves again."""
    async def main() -> tuple[bytes, int]:
        loop: Any = asyncio.get_running_loop()
        server: Any = await loop.create_server(Echo, HOST, 0)
        (listener,) = server.listeners
        loop.remove_reader(listener)
        server.listeners[:] = [Full(listener, errno.EMFILE)]
        server.listeners[0].close = listener.close
        server.open(*server.listeners)
        answer = await ask(listener.getsockname())
        server.close()
        return answer, loop.rests

    factory: Any = type("Rests", (Resting, Loop), {})
    said: list[int] = []
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.get_loop().set_exception_handler(lambda _loop, context: said.append(context["exception"].errno))
        assert runner.run(main()) == (b"hello", 3)
    assert said == [errno.EMFILE] * 3


def test_asyncio_multiplies_its_rests() -> None:
    """One client, no descriptor: asyncio plans as many attempts as its backlog is long, each of the same length."""
    with socket.create_server((HOST, 0)) as listener, closing(asyncio.SelectorEventLoop()) as loop:
        rests: list[float] = []
        loop.set_exception_handler(lambda *_: None)
        loop.call_later = lambda delay, *_: rests.append(delay)  # type: ignore[method-assign, assignment]
        door: Any = Full(listener, errno.EMFILE)
        door.left, door.family, door.type, door.proto = 7, *[0] * 3
        loop._accept_connection(None, door, backlog=7)  # type: ignore[attr-defined]
    assert rests == [1] * 7


def test_a_factory_that_fails_costs_one_client() -> None:
    async def main() -> list[bytes]:
        protocols: Iterator[Any] = iter([lambda: 1 // 0, Echo])
        async with await asyncio.get_running_loop().create_server(lambda: next(protocols)(), HOST, 0) as server:
            return [await ask(server.sockets[0].getsockname()) for _ in range(2)]

    assert run(main) == ([b"", b"hello"], ["integer division or modulo by zero"])


@pytest.mark.parametrize("steps", range(1, 8))
def test_a_connection_that_is_cancelled_is_closed(steps: int) -> None:
    """Wherever that strikes: no_leaks() sees what is left open."""
    async def main() -> None:
        loop = asyncio.get_running_loop()
        server: Any = await loop.create_server(Echo, HOST, 0)
        task = asyncio.create_task(loop.create_connection(Echo, *server.sockets[0].getsockname()))
        for _ in range(steps):
            await asyncio.sleep(0)
        if not task.cancel():
            (await task)[0].close()
        else:
            with pytest.raises(asyncio.CancelledError):
                await task
        server.close()
        async with asyncio.timeout(5):
            await server.wait_closed()

    assert run(main)[1] == []


def test_several_hosts() -> None:
    async def main() -> list[object]:
        loop: Any = asyncio.get_running_loop()
        server = await loop.create_server(Echo, [HOST, "127.0.0.2"], 0)
        found: list[object] = [door.getsockname()[0] for door in server.sockets]
        *_, taken = (door.getsockname()[1] for door in server.sockets)
        with pytest.raises(OSError, match="in use"):
            await loop.create_server(Echo, [HOST, "127.0.0.2"], taken)
        with pytest.raises(NotImplementedError, match="no ssl"):
            await loop.create_server(Echo, HOST, 0, ssl=True)
        server.close()
        server = await loop.create_server(Echo, "localhost", 0)
        found.append(await ask(server.sockets[0].getsockname()))
        server.close()
        return found

    assert run(main) == ([HOST, "127.0.0.2", b"hello"], [])


def test_signals_come_twice_and_are_given_back() -> None:
    async def main() -> list[int]:
        loop = asyncio.get_running_loop()
        heard: list[int] = []
        for each in range(2):
            loop.add_signal_handler(signal.SIGUSR1, heard.append, each)
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGUSR1)
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="no handler for 9"):
            loop.add_signal_handler(signal.SIGKILL, heard.append, 9)
        assert not loop.remove_signal_handler(signal.SIGUSR2)
        return heard

    assert run(main) == ([1, 1], [])
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL
    assert signal.set_wakeup_fd(-1) == -1


def test_generators_that_are_left_reach_their_end() -> None:
    """The one that is held at the end as well; what one raises is reported."""
    ended: list[str] = []
    held = []

    async def dishes(name: str) -> AsyncIterator[str]:
        try:
            yield name
        finally:
            await asyncio.sleep(0)
            ended.append(name)
            if name == "burnt":
                raise ZeroDivisionError(name)

    async def main() -> None:
        for name in "soup", "burnt":
            held.append(dishes(name))
            await anext(held[-1])
        async for _ in dishes("tea"):
            break
        await asyncio.sleep(0.01)

    hooks = sys.get_asyncgen_hooks()
    assert run(main)[1] == ["burnt"]
    assert (ended[0], sorted(ended)) == ("tea", ["burnt", "soup", "tea"])
    assert sys.get_asyncgen_hooks() == hooks
