"""The quicker loops are right: waits that are cancelled, two receivers, errors, Ctrl-C, timers, signals."""
from __future__ import annotations

# mypy: allow-untyped-calls, allow-untyped-defs
import signal
import socket
from asyncio import CancelledError, iscoroutine
from contextlib import closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.callbacks.server import Server
from ghetto_asyncio.clocks.virtual import JumpingSelector
from ghetto_asyncio.mainloop.serve import serve
from ghetto_asyncio.tasks import quick, straight
from tests.support.loops.main_loops import Pair, pair
from tests.support.loops.quick_loops import patient, rounds

__all__ = ["pair", "patient"]


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


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("after", range(4))
def test_in_whichever_round_who_accepts_is_cancelled_the_client_comes_in(loop: Any, before: int, after: int) -> None:
    async def main(listener: socket.socket) -> None:
        first = loop.create_task(loop.sock_accept(listener))
        await rounds(before)
        with socket.create_connection(listener.getsockname()) as client:
            await rounds(after)
            first.cancel()
            second = loop.create_task(loop.sock_accept(listener))
            with suppress(CancelledError):
                await first
            door = second if first.state == "cancelled" else first
            inside, _address = await door
            with inside:
                assert inside.getpeername() == client.getsockname()
        second.cancel()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        loop.run_until_complete(main(listener))


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
    loop.call_later(0.01, loop.call_soon, theirs.send, b"r")
    loop.call_later(0.02, loop.call_soon, theirs.send, b"late")
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


@pytest.mark.parametrize("new_loop", [quick.Loop, straight.Loop])
def test_a_selector_that_jumps_is_asked_too(new_loop: Any) -> None:
    loop: Any
    with closing(new_loop()) as loop:
        loop.selector.close()
        loop.selector = JumpingSelector()
        loop.time = lambda: loop.selector.now
        loop.run_until_complete(loop.sleep(86400))
        assert loop.time() == 86400


def test_its_calls_are_coroutines(loop: Any, pair: Pair) -> None:
    ours, _theirs = pair
    for call in (loop.sock_recv(ours, 1), loop.sock_sendall(ours, b"x"), loop.sock_accept(ours), loop.sleep(1)):
        assert iscoroutine(call)
        call.close()
