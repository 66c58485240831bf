"""The quicker loop is right: waits that are cancelled, sockets that were closed, copied or replaced, errors, Ctrl-C."""
from __future__ import annotations

# mypy: allow-untyped-calls, allow-untyped-defs
import signal
import socket
import sys
import tracemalloc
from asyncio import CancelledError
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from selectors import EVENT_READ, EVENT_WRITE, SelectSelector
from types import coroutine
from typing import Any

import pytest

from ghetto_asyncio.callbacks.server import Server
from ghetto_asyncio.clocks.virtual import JumpingSelector
from ghetto_asyncio.mainloop.serve import serve
from ghetto_asyncio.tasks import gates, quick, sockets, straight
from tests.support.main_loops import Pair, pair


class Selecting(gates.Loop):
    """The same on a system without epoll."""

    def __init__(self) -> None:
        super().__init__()
        self.selector.close()
        self.selector: Any = SelectSelector()


@pytest.fixture(name="loop", params=[quick.Loop, gates.Loop, Selecting, straight.Loop, sockets.Loop], ids=["quick", "gates", "select", "straight", "plain"])
def patient(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A loop that may go round so often, and no more."""

    kind: Any = request.param

    class Patient(kind):  # type: ignore[misc]
        left = 500

        def run_once(self) -> None:
            self.left -= 1
            assert self.left, "it spins"
            super().run_once()

    with closing(Patient()) as found:
        yield found


@coroutine
def give_way() -> Generator[None, None, None]:
    yield


async def rounds(number: int) -> None:
    for _ in range(number):
        await give_way()


def test_of_two_receivers_one_is_cancelled_and_the_other_gets_the_data(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main(first: int, before: bool) -> bytes:
        tasks = [loop.create_task(loop.sock_recv(ours, 10)) for _ in range(2)]
        await rounds(3)
        if before:
            tasks[first].cancel()
        theirs.send(b"hello")
        if not before:
            await rounds(1)  # the event may be there, and both are in the queue
            tasks[first].cancel()
        result = await tasks[1 - first]
        with pytest.raises(CancelledError):
            await tasks[first]
        return bytes(result)

    for first in (0, 1):
        for before in (True, False):
            if first == 0 or before:
                assert loop.run_until_complete(main(first, before)) == b"hello"


def test_a_cancelled_wait_loses_nothing(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main() -> bytes:
        for moment in range(4):
            task = loop.create_task(loop.sock_recv(ours, 10))
            await rounds(moment)
            if not moment:
                theirs.send(b"hello")
            if task.cancel():
                with pytest.raises(CancelledError):
                    await task
            else:
                return bytes(task.result())
        return bytes(await loop.sock_recv(ours, 10))

    assert loop.run_until_complete(main()) == b"hello"


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("told", [False, True], ids=["early", "at the end of data"])
def test_a_number_is_used_again(loop: Any, copied: bool, told: bool) -> None:
    async def main(stack: ExitStack) -> None:
        numbers = set()
        for word in (b"Ann", b"Bob", b"Eve"):
            ours, theirs = pair()
            numbers.add(ours.fileno())
            with ours, theirs:
                theirs.send(word)
                assert await loop.sock_recv(ours, 10) == word
                if copied:
                    stack.enter_context(ours.dup())
                    theirs.send(b"for the copy")
                if told:
                    theirs.close()
                    while await loop.sock_recv(ours, 20):
                        pass
        assert copied or len(numbers) < 3  # a new selector may take one
        await loop.sleep(0.02)

    with ExitStack() as stack:
        loop.run_until_complete(main(stack))


def test_who_sends_what_nobody_waits_for_does_not_make_it_spin(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main() -> bytes:
        theirs.send(b"one")
        assert await loop.sock_recv(ours, 10) == b"one"
        theirs.send(b"two")
        await loop.sleep(0.05)
        return bytes(await loop.sock_recv(ours, 10))

    assert loop.run_until_complete(main()) == b"two"


def test_a_reader_and_a_writer_share_a_socket(loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    much = bytes(range(256)) * 4096

    async def hears() -> int:
        heard = 0
        while heard < len(much):
            heard += len(await loop.sock_recv(theirs, 1 << 16))
            await loop.sock_sendall(theirs, memoryview(b"ok").cast("H"))
        return heard

    async def main() -> None:
        loop.left = 5000
        tasks = loop.create_task(hears()), loop.create_task(loop.sock_recv(ours, 2))
        await loop.sock_sendall(ours, much)
        assert await tasks[1] == b"ok"
        assert await tasks[0] == len(much)

    loop.run_until_complete(main())


def test_what_cannot_be_waited_for_is_refused_where_it_is_awaited(loop: Any, pair: Pair) -> None:
    ours, _theirs = pair
    ours.close()

    async def main() -> None:
        for event in (EVENT_READ, EVENT_WRITE):
            with pytest.raises(ValueError, match="file descriptor"):
                await loop.sock_ready(ours, event)
        with pytest.raises((ValueError, OSError)):
            await loop.sock_recv(ours, 10)

    loop.run_until_complete(main())


def test_an_error_of_a_callback_is_reported_and_ends_nothing(loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        raise SystemError("no")

    log: list[str] = []
    loop.call_soon(fails)
    for ask in (loop.call_soon, lambda *call: loop.call_later(0, *call)):
        ask(log.append, "kept")
        gone = ask(log.append, "gone")
        gone.cancel()
        assert gone.cancelled()
    loop.run_until_idle()
    assert log == ["kept"] * 2
    assert capsys.readouterr().out.startswith("fails failed: SystemError('no')")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_goes_out(loop: Any, error: type[BaseException]) -> None:
    def stops() -> None:
        raise error

    async def task() -> None:
        stops()

    loop.call_soon(stops)
    with pytest.raises(error):
        loop.run_until_idle()
    with pytest.raises(error):
        loop.run_until_complete(task())


def test_a_timer_wakes_it_while_it_waits_for_a_socket(loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    loop.call_later(0.02, theirs.send, b"late")
    loop.call_later(0.01, loop.call_soon, theirs.send, b"r")
    assert loop.run_until_complete(loop.create_task(loop.sock_recv(ours, 1))) == b"r"
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        loop.run_until_complete(loop.create_future())


def test_a_signal_wakes_nobody(loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    before = signal.signal(signal.SIGALRM, lambda *_: theirs.send(b"rings"))
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        assert loop.run_until_complete(loop.create_task(loop.sock_recv(ours, 9))) == b"rings"
    finally:
        signal.signal(signal.SIGALRM, before)


def test_both_servers_of_the_book_run_on_it(loop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    loop.left = 5000
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ann = socket.create_connection(listener.getsockname())
        with ann:
            ann.sendall(b"hello\n")
            ann.shutdown(socket.SHUT_WR)
            loop.run_until_complete(serve(loop, listener, clients=1))
            loop.run_until_idle()
            assert ann.recv(100) == b"0> hello\n1> "
        with socket.create_connection(listener.getsockname()) as bob, closing(Server(loop, listener, clients=1)):
            bob.sendall(b"hello\n")
            bob.shutdown(socket.SHUT_WR)
            loop.run_until_idle()
            assert bob.recv(100) == b"0> hello\n1> "
    assert capsys.readouterr().out == "client 1 comes\nclient 1 leaves\n" * 2


def test_a_selector_that_jumps_is_asked_too() -> None:
    loop: Any
    with closing(gates.Loop()) as loop:
        loop.selector.close()
        loop.selector = JumpingSelector()
        loop.time = lambda: loop.selector.now
        loop.run_until_complete(loop.sleep(86400))
        assert loop.time() == 86400


def test_ten_thousand_connections_leave_nothing_behind() -> None:
    async def one() -> None:
        ours, theirs = pair()
        with ours, theirs:
            theirs.send(b"x")
            await loop.sock_recv(ours, 1)

    async def many(number: int) -> None:
        for _ in range(number):
            await loop.create_task(one())

    with closing(gates.Loop()) as loop:
        loop.run_until_complete(many(100))
        tracemalloc.start()
        try:
            loop.run_until_complete(many(1000))
            assert tracemalloc.get_traced_memory()[0] < 50_000
        finally:
            tracemalloc.stop()
        assert len(loop.gates) <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="it counts what epoll is asked")
def test_sockets_stay_registered(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pair
    registered: list[object] = []

    async def main(loop: Any) -> None:
        register = type(loop.selector).register

        def counting(*args: object) -> object:
            registered.append(args)
            return register(*args)

        monkeypatch.setattr(type(loop.selector), "register", counting)
        for _ in range(100):
            theirs.send(b"x")
            await loop.sock_recv(ours, 1)

    with closing(gates.Loop()) as loop:
        loop.run_until_complete(main(loop))
    assert len(registered) == 1
