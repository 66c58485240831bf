"""The loops with tasks register a socket once, do not spin, keep nothing, let Ctrl-C out, and close their tasks."""
from __future__ import annotations

# mypy: allow-untyped-calls, allow-untyped-defs
import sys
import tracemalloc
from contextlib import closing
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.tasks import gates, straight
from tests.support.loops.main_loops import Pair, pair
from tests.support.loops.quick_loops import patient

__all__ = ["pair", "patient"]


def test_who_sends_what_nobody_waits_for_does_not_make_it_spin(loop: Any, pair: Pair) -> None:
    ours, theirs = pair

    async def main() -> bytes:
        theirs.send(b"one")
        assert await loop.sock_recv(ours, 10) == b"one"
        theirs.send(b"two")
        await loop.sleep(0.05)
        return bytes(await loop.sock_recv(ours, 10))

    assert loop.run_until_complete(main()) == b"two"


@pytest.mark.parametrize("new_loop", [gates.Loop, straight.Loop])
def test_a_thousand_connections_leave_nothing_behind(new_loop: Any) -> None:
    async def one() -> None:
        ours, theirs = pair()
        with ours, theirs:
            theirs.send(b"x")
            await loop.sock_recv(ours, 1)

    async def many(number: int) -> None:
        for _ in range(number):
            await loop.create_task(one())

    with closing(new_loop()) as loop:
        loop.run_until_complete(many(100))
        tracemalloc.start()
        try:
            loop.run_until_complete(many(1000))
            assert tracemalloc.get_traced_memory()[0] < 50_000
        finally:
            tracemalloc.stop()
        assert len(loop.gates) <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="it counts what epoll is asked")
@pytest.mark.parametrize("new_loop", [gates.Loop, straight.Loop])
def test_sockets_stay_registered(new_loop: Any, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
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

    with closing(new_loop()) as loop:
        loop.run_until_complete(main(loop))
    assert len(registered) == 1


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


def test_a_closed_loop_has_closed_everybody(capfd: pytest.CaptureFixture[str]) -> None:
    log: list[str] = []

    async def waits(name: str) -> None:
        try:
            await loop.create_future()
        finally:
            log.append(name)

    async def is_polite() -> None:
        try:
            await loop.create_future()
        finally:
            await loop.sleep(1)

    with closing(jumping(stopping.Loop)()) as loop:
        kept = [loop.create_task(work) for work in (waits("Ann"), is_polite(), waits("Bob"))]
        loop.run_until_idle()
        kept.append(loop.create_task(waits("Eve")))
    assert sorted(log) == ["Ann", "Bob"]
    assert capfd.readouterr().err.count("coroutine ignored GeneratorExit") == 1
    assert {task.state for task in kept} == {"pending"}


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
