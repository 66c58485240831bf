"""The loop that serves, at its rims: rude clients, no descriptor, factories that fail, signals, a stop."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import contextlib
import errno
import os
import signal
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

import pytest

from ghetto_asyncio.service.door import Door
from ghetto_asyncio.service.loop import Loop


def run(main: Callable[..., Coroutine[Any, Any, Any]], *args: object) -> tuple[Any, list[dict[str, Any]]]:
    """Run on our loop; return the result, and what was reported."""
    said: list[dict[str, Any]] = []
    factory: Any = Loop
    with asyncio.Runner(loop_factory=factory) as runner:
        loop: Any = runner.get_loop()
        loop.set_exception_handler(lambda _loop, context: said.append(context))
        return runner.run(main(*args)), said


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(100):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def ask(address: tuple[str, int]) -> bytes:
    reader, writer = await asyncio.open_connection(*address)
    try:
        writer.write(b"hello")
        return await reader.read(100)
    finally:
        writer.close()


def test_no_descriptor_is_left() -> None:
    """The server rests, which is reported, and it serves again; it doesn't spin."""
    async def main() -> tuple[bytes, list[float], int]:
        loop: Any = asyncio.get_running_loop()
        server: Any = await asyncio.start_server(echo, "127.0.0.1", 0)
        (listener,) = server.listeners
        calls, rests, later = 0, [], loop.call_later

        class Full:
            """A listener at the end of the descriptors."""

            def __init__(self, sock: socket.socket) -> None:
                self.fileno, self.close = sock.fileno, sock.close

            def accept(self) -> Any:
                nonlocal calls
                calls += 1
                raise OSError(errno.EMFILE, "Too many open files")

        def call_later(delay: float, callback: Any, *args: object) -> Any:
            if callback == server.open:
                rests.append(delay)
                server.listeners[:] = [listener]
                return later(0.03, callback, listener)
            return later(delay, callback, *args)

        loop.call_later = call_later
        loop.remove_reader(listener)
        server.listeners[:] = [Full(listener)]
        server.open(*server.listeners)
        answer = await ask(listener.getsockname())
        server.close()
        await server.wait_closed()
        return answer, rests, calls

    found, said = run(main)
    assert found == (b"hello", [1], 1)
    assert [context["exception"].errno for context in said] == [errno.EMFILE]



def test_asyncio_multiplies_its_rests_and_we_do_not() -> None:
    """One client, no descriptor: asyncio plans as many attempts as its backlog is long, each of the same length."""
    class Full:
        """A listener at the end of the descriptors."""

        def accept(self) -> None:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

        def fileno(self) -> int:
            return 1000

        family = type = proto = 0

    class Asked(asyncio.SelectorEventLoop):
        later = 0

        def call_later(self, *_: Any, **__: Any) -> Any:  # type: ignore[override]
            self.later += 1

    with contextlib.closing(Asked()) as loop:
        said: list[dict[str, Any]] = []
        loop.set_exception_handler(lambda _loop, context: said.append(context))
        accept: Any = loop._accept_connection  # type: ignore[attr-defined]
        accept(None, Full(), backlog=7)
        assert (loop.later, len(said)) == (7, 7)

    class Ours(Loop):
        later = 0

        def call_later(self, *_: Any, **__: Any) -> Any:  # type: ignore[override]
            self.later += 1

        def remove_reader(self, _sock: object) -> bool:
            return True

    loops: Any = Ours
    doors: Any = Door
    with contextlib.closing(loops()) as ours:
        door = doors(ours, [], None)
        with pytest.raises(OSError, match="Too many open files"):
            door.accept(Full())
        assert ours.later == 1


def test_a_factory_that_fails_costs_one_client() -> None:
    async def main() -> bytes:
        protocols: Iterator[Any] = iter([ZeroDivisionError("no table"), None])

        def factory() -> asyncio.Protocol:
            protocol = next(protocols)
            if isinstance(protocol, Exception):
                raise protocol
            return Good()

        loop = asyncio.get_running_loop()
        async with await loop.create_server(factory, "127.0.0.1", 0) as server:
            address = server.sockets[0].getsockname()
            assert await ask(address) == b""
            return await ask(address)

    answer, said = run(main)
    assert answer == b"hello"
    assert [str(context["exception"]) for context in said] == ["no table"]


class Good(asyncio.Protocol):
    """Gives back what comes."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)


def test_a_client_who_resets_in_the_queue() -> None:
    async def main() -> bytes:
        server: Any = await asyncio.start_server(echo, "127.0.0.1", 0)
        address = server.sockets[0].getsockname()
        for _ in range(3):
            rude = socket.create_connection(address)
            rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            rude.close()
        answer = await ask(address)
        server.close()
        async with asyncio.timeout(5):
            await server.wait_closed()
        return answer

    assert run(main) == (b"hello", [])


def test_closing_waits_for_the_clients_inside() -> None:
    async def main() -> list[object]:
        server: Any = await asyncio.start_server(echo, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"hello")
        await reader.read(100)
        server.close()
        waiting = asyncio.create_task(server.wait_closed())
        await asyncio.sleep(0.01)
        found = [waiting.done(), server.is_serving(), len(server.visits)]
        writer.write(b"still here")
        found.append(await reader.read(100))
        writer.close()
        async with asyncio.timeout(5):
            await waiting
        return [*found, len(server.visits)]

    assert run(main) == ([False, False, 1, b"still here", 0], [])


@pytest.mark.parametrize("steps", range(1, 8))
def test_a_connection_that_is_cancelled_is_closed(steps: int) -> None:
    """Wherever that strikes: no_leaks() sees what is left open."""
    async def main() -> None:
        server: Any = await asyncio.start_server(echo, "127.0.0.1", 0)
        loop = asyncio.get_running_loop()
        address = server.sockets[0].getsockname()
        task = asyncio.create_task(loop.create_connection(Good, *address))
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


def test_several_hosts_or_none() -> None:
    async def main() -> list[object]:
        loop: Any = asyncio.get_running_loop()
        server = await loop.create_server(Good, ["127.0.0.1", "127.0.0.2"], 0)
        found: list[object] = [[door.getsockname()[0] for door in server.sockets]]
        *_, taken = (door.getsockname()[1] for door in server.sockets)
        with pytest.raises(OSError, match="in use"):
            await loop.create_server(Good, ["127.0.0.1", "127.0.0.2"], taken)
        with pytest.raises(NotImplementedError, match="no ssl"):
            await loop.create_server(Good, "127.0.0.1", 0, ssl=True)
        server.close()
        if socket.has_ipv6:
            server = await loop.create_server(Good, "localhost", 0)
            found.append(await ask(server.sockets[0].getsockname()[:2]))
            server.close()
        return found

    assert run(main) == ([["127.0.0.1", "127.0.0.2"], b"hello"], [])


def test_a_server_that_has_not_begun() -> None:
    async def main() -> list[object]:
        loop: Any = asyncio.get_running_loop()
        server = await loop.create_server(Good, "127.0.0.1", 0, start_serving=False)
        found = [server.is_serving()]
        address = server.sockets[0].getsockname()
        serving = asyncio.create_task(server.serve_forever())
        found += [await ask(address), server.is_serving()]
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        return [*found, server.sockets]

    assert run(main) == ([False, b"hello", True, ()], [])


def test_signals_come_twice_and_are_given_back() -> None:
    async def main() -> list[int]:
        loop = asyncio.get_running_loop()
        heard: list[int] = []
        loop.add_signal_handler(signal.SIGUSR1, heard.append, 0)
        loop.add_signal_handler(signal.SIGUSR1, heard.append, 1)
        os.kill(os.getpid(), signal.SIGUSR1)
        os.kill(os.getpid(), signal.SIGUSR1)
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="no handler for 9"):
            loop.add_signal_handler(signal.SIGKILL, heard.append, 9)
        assert not loop.remove_signal_handler(signal.SIGUSR2)
        return heard

    assert run(main) == ([1, 1], [])
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL
    assert signal.set_wakeup_fd(-1) == -1


def test_a_loop_is_stopped_twice_and_goes_on() -> None:
    rounds: list[Any] = []
    loop: Any = Loop()  # type: ignore[abstract]
    try:
        for _ in range(2):
            loop.call_soon(rounds.append, loop)
            loop.stop()
            loop.stop()
            loop.run_forever()
        assert rounds == [loop, loop]
        assert not loop.is_running()
    finally:
        loop.close()
        loop.close()


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
    _result, said = run(main)
    assert ended == ["tea", "soup", "burnt"] or ended == ["tea", "burnt", "soup"]
    assert [str(context["exception"]) for context in said] == ["burnt"]
    assert sys.get_asyncgen_hooks() == hooks


def test_rude_clients_leave_nothing() -> None:
    async def main() -> tuple[int, int, int]:
        loop: Any = asyncio.get_running_loop()
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        address = server.sockets[0].getsockname()

        async def client(manner: int) -> None:
            reader, writer = await asyncio.open_connection(*address)
            try:
                writer.write(b"x" * 997 * (1 + manner))
                if manner == 1:
                    writer.transport.abort()
                elif manner == 2:
                    writer.write_eof()
                    await reader.read()
                elif manner == 3:
                    linger = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                else:
                    await reader.read(10)
            except OSError:
                pass
            finally:
                writer.close()

        before = len(os.listdir("/proc/self/fd"))
        for cancelled in range(5):
            clients = [asyncio.create_task(client(number % 5)) for number in range(40)]
            for _ in range(cancelled):
                await asyncio.sleep(0)
            for task in clients[::3]:
                task.cancel()
            await asyncio.gather(*clients, return_exceptions=True)
        served = await ask(address)
        server.close()
        await asyncio.wait_for(server.wait_closed(), 10)
        assert served == b"hello"
        return before - 1, len(os.listdir("/proc/self/fd")), len(loop.selector.get_map())

    (before, after, watched), said = run(main)
    assert after == before, "a descriptor stays open for a client who has gone"
    assert watched == 1, "the bell alone is watched"
    assert not said
