"""The loop with tasks: several of them race for one socket, and some are cancelled; a door that is full."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import os
import socket
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE

import pytest

from ghetto_asyncio.mainloop.passing import PASSING
from ghetto_asyncio.mainloop.serve import serve
from tests.support.loops.main_loops import Pair, VirtualTasks
from tests.support.peers.doors import Full


def fill(sock: socket.socket) -> None:
    """Send until there is no room for one byte."""
    size = 65536
    while size:
        try:
            sock.send(b" " * size)
        except BlockingIOError:
            size //= 2


@pytest.mark.parametrize("moment", ["before the data", "in the round of the data", "after its wake-up was asked for"])
def test_one_of_two_readers_is_cancelled_and_the_other_gets_the_data(
    tasks_loop: VirtualTasks, pair: Pair, moment: str
) -> None:
    ours, theirs = pair

    async def main() -> bytes:
        first, second = (tasks_loop.create_task(tasks_loop.sock_recv(ours, 100)) for _ in range(2))
        await tasks_loop.sleep(1)
        if moment != "before the data":
            theirs.send(b"hello")
        if moment == "after its wake-up was asked for":
            tasks_loop.wait()
            tasks_loop.wake(ours, EVENT_READ)
        first.cancel()
        await tasks_loop.sleep(1)
        assert first.state == "cancelled"
        if moment == "before the data":
            theirs.send(b"hello")
        return bytes(await second)

    assert tasks_loop.run_until_complete(main()) == b"hello"


@pytest.mark.parametrize("moment", ["in the round of the data", "when its event is known", "when its future is done"])
def test_data_whose_only_reader_is_cancelled_waits_for_the_next(
    tasks_loop: VirtualTasks, pair: Pair, moment: str
) -> None:
    """Nothing has been taken from the socket yet."""
    ours, theirs = pair

    async def main() -> bytes:
        reader = tasks_loop.create_task(tasks_loop.sock_recv(ours, 100))
        await tasks_loop.sleep(1)
        theirs.send(b"hello")
        if moment != "in the round of the data":
            tasks_loop.wait()
        if moment == "when its future is done":
            tasks_loop.wake(ours, EVENT_READ)
        reader.cancel()
        await tasks_loop.sleep(1)
        assert reader.state == "cancelled"
        return bytes(await tasks_loop.sock_recv(ours, 100))

    assert tasks_loop.run_until_complete(main()) == b"hello"


def test_a_reader_is_cancelled_and_a_writer_goes_on(tasks_loop: VirtualTasks, pair: Pair) -> None:
    ours, theirs = pair
    fill(ours)

    async def main() -> None:
        writer = tasks_loop.create_task(tasks_loop.sock_sendall(ours, b"hello"))
        reader = tasks_loop.create_task(tasks_loop.sock_recv(ours, 100))
        await tasks_loop.sleep(1)
        reader.cancel()
        await tasks_loop.sleep(1)
        assert list(tasks_loop.waiting) == [(ours, EVENT_WRITE)]
        with suppress(BlockingIOError):
            while theirs.recv(65536):
                pass
        await writer

    tasks_loop.run_until_complete(main())


def test_a_client_for_whom_a_cancelled_task_waited_is_still_let_in(tasks_loop: VirtualTasks) -> None:
    async def main(listener: socket.socket) -> None:
        first, second = (tasks_loop.create_task(tasks_loop.sock_accept(listener)) for _ in range(2))
        await tasks_loop.sleep(1)
        with socket.create_connection(listener.getsockname()):
            first.cancel()
            client, _address = await second
            client.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        tasks_loop.run_until_complete(main(listener))


def test_racing_receivers(tasks_loop: VirtualTasks, pair: Pair) -> None:
    """As CPython's test_sock_client_racing has it: the second one begins before the first has heard of its end."""
    ours, theirs = pair

    async def main() -> bytes:
        task = tasks_loop.create_task(tasks_loop.sock_recv(ours, 1024))
        await tasks_loop.sleep(0)
        task.cancel()
        tasks_loop.create_task(tasks_loop.sock_sendall(theirs, b"hello"))
        return bytes(await tasks_loop.sock_recv(ours, 1024))

    assert tasks_loop.run_until_complete(main()) == b"hello"


def test_racing_senders(tasks_loop: VirtualTasks, pair: Pair) -> None:
    ours, theirs = pair
    fill(ours)

    async def all_that_is_said() -> bytes:
        said = b""
        while data := await tasks_loop.sock_recv(theirs, 8192):
            said += data.strip()
        return said

    async def main() -> bytes:
        task = tasks_loop.create_task(tasks_loop.sock_sendall(ours, b"hello"))
        await tasks_loop.sleep(0)
        task.cancel()
        heard = tasks_loop.create_task(all_that_is_said())
        await tasks_loop.sock_sendall(ours, b"world")
        ours.shutdown(socket.SHUT_WR)
        return bytes(await heard)

    assert tasks_loop.run_until_complete(main()) == b"world"


def test_racing_connections(tasks_loop: VirtualTasks) -> None:
    async def main(sock: socket.socket, listener: socket.socket) -> None:
        task = tasks_loop.create_task(tasks_loop.sock_connect(sock, listener.getsockname()))
        await tasks_loop.sleep(0)
        task.cancel()
        listener.listen()
        for _ in range(128):
            with suppress(OSError):  # the first answer may be the refusal that the first attempt got
                await tasks_loop.sock_connect(sock, listener.getsockname())
                break
        sock.getpeername()

    with socket.socket() as listener, socket.socket() as sock:
        listener.bind(("127.0.0.1", 0))
        sock.setblocking(False)
        tasks_loop.run_until_complete(main(sock, listener))


@pytest.mark.parametrize("number", sorted(PASSING), ids=errno.errorcode.get)
def test_a_door_rests_a_second_and_is_not_silent(
    tasks_loop: VirtualTasks, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        client.sendall(b"hello\n")
        client.shutdown(socket.SHUT_WR)
        tasks_loop.run_until_complete(serve(tasks_loop, Full(listener, number), clients=1))
        tasks_loop.run_until_idle()
        assert client.recv(100) == b"0> hello\n1> "
    assert tasks_loop.time() == 3
    said = capsys.readouterr().out
    assert said == f"nobody can come in: {os.strerror(number)}\nclient 1 comes\nclient 1 leaves\n"
