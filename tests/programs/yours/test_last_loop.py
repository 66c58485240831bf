"""What asyncio's loop promises, the last loop of the book keeps, or it refuses by name."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import math
import signal
import socket
from collections.abc import Callable
from contextlib import closing
from contextvars import ContextVar
from typing import Any

import pytest

from ghetto_asyncio.service import loop as service

Loop: Any = service.Loop
HOST = "127.0.0.1"
METHODS = {name for name in vars(asyncio.AbstractEventLoop) if not name.startswith("_")}
LACKS = {
    "connect_read_pipe", "connect_write_pipe", "create_datagram_endpoint", "create_unix_connection",
    "create_unix_server", "sendfile", "set_task_factory", "sock_recv_into", "sock_recvfrom", "sock_recvfrom_into",
    "sock_sendfile", "sock_sendto", "start_tls", "subprocess_exec", "subprocess_shell",
}
"""What FastAPI, and the libraries that we tried, can do without."""
whose: ContextVar[str] = ContextVar("whose", default="nobody's")
Soon = Callable[..., Any]


def play(main: Callable[[], Any]) -> Any:
    """Run a coroutine function on our loop."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(main())


def refused(loop: Any, name: str) -> bool:
    """Say whether the loop lacks a method, and says which."""
    try:
        getattr(loop, name)()
    except NotImplementedError as error:
        return str(error) == f"this loop has no {name}()"
    except TypeError:
        return False  # it wants arguments
    return False


def test_each_method_of_asyncios_list_is_there_or_refused_by_name() -> None:
    own = {name for name in METHODS if getattr(Loop, name) is not getattr(asyncio.AbstractEventLoop, name)}
    with closing(Loop()) as loop:
        lacking = {name for name in METHODS if getattr(Loop, name).__name__ == "refuse" and refused(loop, name)}
    assert own == METHODS
    assert lacking == LACKS
    assert len(METHODS) == 54


async def nobody() -> None:
    """Is called by a signal, and awaited by nobody."""


WRONG: dict[str, tuple[type[Exception], Soon]] = {
    "connects, a host beside a sock": (
        ValueError, lambda loop, *sockets: loop.create_connection(Any, HOST, 9, sock=sockets[1])),
    "serves, a host beside a sock": (ValueError, lambda loop, door, *_: loop.create_server(Any, HOST, 80, sock=door)),
    "connects, neither": (ValueError, lambda loop, *_: loop.create_connection(Any)),
    "serves, neither": (ValueError, lambda loop, *_: loop.create_server(Any)),
    "connects by UDP": (ValueError, lambda loop, *sockets: loop.create_connection(Any, sock=sockets[-1])),
    "accepts by UDP": (ValueError, lambda loop, *sockets: loop.connect_accepted_socket(Any, sockets[-1])),
    "serves by UDP": (ValueError, lambda loop, *sockets: loop.create_server(Any, sock=sockets[-1])),
    "a signal that awaits": (TypeError, lambda loop, *_: loop.add_signal_handler(signal.SIGTERM, nobody)),
    "no function for errors": (TypeError, lambda loop, *_: loop.set_exception_handler(5)),
    "no pool": (TypeError, lambda loop, *_: loop.set_default_executor("nope")),
    "no coroutine": (TypeError, lambda loop, *_: loop.create_task(5)),
}


@pytest.mark.parametrize("what", WRONG)
def test_nothing_is_forgotten_in_silence(what: str) -> None:
    error, act = WRONG[what]

    async def main() -> None:
        left, right = socket.socketpair()
        with socket.socket() as door, left, right, socket.socket(type=socket.SOCK_DGRAM) as udp:
            door.bind((HOST, 0))
            for each in door, left, udp:
                each.setblocking(False)
            with pytest.raises(error):
                await (act(asyncio.get_running_loop(), door, left, udp) or asyncio.sleep(0))

    play(main)


def test_a_task_prints_its_stack(capsys: pytest.CaptureFixture[str]) -> None:
    async def bake() -> None:
        raise ValueError("burnt bread")

    async def main() -> None:
        bread = asyncio.create_task(bake())
        await asyncio.wait([bread])
        bread.print_stack()
        assert bread.exception()

    play(main)
    assert "ValueError: burnt bread" in "".join(capsys.readouterr())


@pytest.mark.usefixtures("no_collector")
def test_an_error_that_nobody_has_asked_for_is_told_as_soon_as_its_task_is_dropped() -> None:
    said: list[str] = []

    async def fail() -> None:
        raise ValueError("burnt bread")

    async def ask(task: asyncio.Task[None]) -> None:
        await asyncio.wait([task])
        assert task.exception()

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, told: said.append(f"{told['message']} {told['exception']}"))
        await ask(asyncio.create_task(fail()))
        cancelled = asyncio.create_task(fail())
        await asyncio.sleep(0)
        cancelled.cancel()  # who cancels does not want to know
        del cancelled
        lost = asyncio.create_task(fail())
        await asyncio.wait([lost])
        said.append("lost")
        del lost
        said.append("after it")
        future = loop.create_future()
        future.set_exception(ValueError("no tea"))
        del future

    play(main)
    assert said == [
        "lost", "Task exception was never retrieved burnt bread", "after it",
        "Future exception was never retrieved no tea",
    ]


@pytest.mark.usefixtures("no_collector")
def test_a_refused_connection_holds_nothing() -> None:
    async def main() -> list[object]:
        with socket.socket() as shut:
            shut.bind((HOST, 0))  # and doesn't listen
            port = shut.getsockname()[1]
            with pytest.raises(OSError, match=r"refused|Connect") as raised:
                await asyncio.open_connection(HOST, port)
        error = raised.value
        del raised
        return [each for each in gc.get_referrers(error) if hasattr(each, "f_code") and each.f_code.co_name != "main"]

    assert play(main) == []


def test_a_name_without_an_address_is_an_error_of_the_system() -> None:
    async def main() -> None:
        loop: Any = asyncio.get_running_loop()

        async def getaddrinfo(*_args: object, **_options: object) -> list[object]:
            return []

        loop.getaddrinfo = getaddrinfo
        with pytest.raises(OSError, match=r"address|getaddrinfo"):
            await asyncio.open_connection("nowhere.invalid", 80)

    play(main)


def test_an_address_has_a_name() -> None:
    async def main() -> object:
        flags = socket.NI_NUMERICHOST | socket.NI_NUMERICSERV
        return await asyncio.get_running_loop().getnameinfo((HOST, 80), flags)

    assert play(main) == (HOST, "80")


@pytest.mark.parametrize("seconds", [10**9, math.inf])
def test_who_sleeps_for_ever_holds_nobody_up(seconds: float) -> None:
    """As one waits a day at most: neither poll() nor epoll takes more than 24.8 days."""
    with closing(Loop()) as loop:
        timer = loop.call_later(seconds, print)
        assert 0 < loop.how_long() <= 86400
        timer.cancel()


def test_a_handler_is_called_in_the_context_of_what_failed() -> None:
    """As asyncio does from Python 3.12 on."""
    said: list[str] = []

    async def fail(name: str) -> None:
        whose.set(name)
        raise ValueError

    def call(name: str) -> None:
        whose.set(name)
        raise ValueError

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert loop.get_exception_handler() is None
        loop.set_exception_handler(lambda *_: said.append(whose.get()))
        assert loop.get_exception_handler()
        loop.call_soon(call, "a call's")
        asyncio.create_task(fail("a task's"))  # noqa: RUF006
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()
        loop.call_exception_handler({"message": "of nothing"})

    play(main)
    assert said == ["a call's", "a task's", "nobody's"]


async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Talk to a client until she leaves."""
    await reader.read()
    writer.close()


async def inside(server: Any) -> asyncio.StreamWriter:
    """Come in, and stay."""
    _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"here")
    while not server.visits:
        await asyncio.sleep(0)
    return writer


def test_a_server_can_be_served_by_one_and_while_it_is_open() -> None:
    async def main() -> None:
        server = await asyncio.start_server(meet, HOST, 0, start_serving=False)
        assert not server.is_serving()
        assert isinstance(server.sockets, tuple)
        assert not hasattr(server.sockets[0], "accept")
        first = asyncio.create_task(server.serve_forever())
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError):
            await server.serve_forever()
        assert server.get_loop() is asyncio.get_running_loop()
        first.cancel()
        await asyncio.wait([first])
        assert first.cancelled()
        assert server.sockets == ()
        with pytest.raises(RuntimeError):
            await server.serve_forever()

    play(main)


def test_who_serves_for_ever_waits_for_the_last_client() -> None:
    """As asyncio does from Python 3.12.1 on."""
    async def main() -> list[bool]:
        server = await asyncio.start_server(meet, HOST, 0)
        serving = asyncio.create_task(server.serve_forever())
        ann = await inside(server)
        server.close()
        for _ in range(10):
            await asyncio.sleep(0)
        found = [serving.done()]
        ann.close()
        await asyncio.wait([serving])
        return [*found, serving.cancelled()]

    assert play(main) == [False, True]


@pytest.mark.parametrize("how", ["close_clients", "abort_clients"])
def test_clients_can_be_sent_away(how: str) -> None:
    """As by asyncio from Python 3.13 on."""
    async def main() -> None:
        server: Any = await asyncio.start_server(meet, HOST, 0)
        ann, bob = await inside(server), await inside(server)
        server.close()
        getattr(server, how)()
        await server.wait_closed()
        for guest in ann, bob:
            guest.close()

    play(main)


@pytest.mark.parametrize("act", ["add_reader", "add_writer", "sock_recv"])
def test_a_transport_keeps_its_socket(act: str) -> None:
    async def main() -> None:
        loop: Any = asyncio.get_running_loop()
        ours, ann = socket.socketpair()
        with ann:
            ours.setblocking(False)
            heard: list[bytes] = []

            class Ears(asyncio.Protocol):
                def data_received(self, data: bytes) -> None:
                    heard.append(data)

            transport, _ = await loop.create_connection(Ears, sock=ours)
            with pytest.raises(RuntimeError, match="use"):
                await (loop.sock_recv(ours, 10) if act == "sock_recv" else getattr(loop, act)(ours, print))
            ann.send(b"tea")
            while not heard:
                await asyncio.sleep(0)
            transport.abort()
            await asyncio.sleep(0)

    play(main)


def test_a_round_that_is_broken_off_rings_no_bell_twice() -> None:
    """What has not been called yet is called in the next round, where the bell still rings."""
    said: list[dict[str, Any]] = []

    def leave() -> None:
        raise SystemExit

    with closing(Loop()) as loop:
        loop.set_exception_handler(lambda _loop, context: said.append(context))
        loop.call_soon_threadsafe(leave)
        loop.call_soon(leave)
        for _ in range(2):
            with pytest.raises(SystemExit):
                loop.run_forever()
        loop.run_until_complete(asyncio.sleep(0))
        loop.run_until_complete(asyncio.sleep(0))
    assert said == []
