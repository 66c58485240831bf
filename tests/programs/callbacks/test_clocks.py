"""Timers under a crowd of cancellations, patience with all kinds of clients, tasks that sleep."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import errno
import itertools
import math
import random
import socket
from contextlib import closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.callbacks.call import Handle
from ghetto_asyncio.clocks import cancelled, heap, loop, sleeping_task
from ghetto_asyncio.clocks.patience import Talk
from ghetto_asyncio.clocks.virtual import AsyncioLoop, Loop
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.service.loop import Loop as Service
from ghetto_asyncio.tasks.quick import Loop as Quick
from ghetto_asyncio.tasks.sockets import Loop as Sockets
from tests.support.loops.main_loops import patient


def handle() -> Handle:
    """Return a handle that is never called."""
    return Handle(print, ())


@pytest.mark.parametrize("seed", range(25))
def test_counted_timers_answer_like_the_heap(seed: int) -> None:
    """What is due is the same; what is cancelled is never most of a large heap."""
    chance = random.Random(seed)
    counted, plain, now = cancelled.Timers(), heap.Timers(), 0.0
    pairs: list[tuple[Handle, Handle]] = []
    for _ in range(2000):
        match chance.choice("aaaaccccd"):
            case "a":
                when = now + chance.choice([0, 0, 1, 5, 100, 100])
                pairs.append((counted.add(when, handle()), plain.add(when, handle())))
            case "c" if pairs:
                for each in pairs[chance.randrange(len(pairs))]:
                    each.cancel()
            case "d":
                now += chance.choice([0, 1, 2])
                counted.next()
                found = [[each for each in timers.due(now) if not each.cancelled()] for timers in (counted, plain)]
                twins = dict(pairs)
                assert [twins[each] for each in found[0]] == found[1]
        kept = sum(entry[2].cancelled() for entry in counted.heap)
        assert 0 <= kept <= counted.unwanted
        assert kept <= max(64, len(counted.heap) // 2)


@pytest.mark.parametrize("new_loop", [loop.Loop, cancelled.Loop, Sockets, Quick, Service])
@pytest.mark.parametrize("seconds", [86400 * 30, 1e10, math.inf])
def test_a_loop_waits_for_a_timer_of_a_month_or_for_ever(new_loop: Any, seconds: float) -> None:
    """Epoll would refuse such a timeout; there is a byte to be read, so no test waits."""
    ours, theirs = socket.socketpair()
    seen: list[bytes] = []
    with ours, theirs, closing(new_loop()) as waiting:
        waiting.add_reader(ours, lambda: seen.append(ours.recv(1)))
        theirs.send(b"a")
        waiting.call_later(seconds, seen.append, b"late")
        waiting.run_once()
    assert seen == [b"a"]


def test_a_client_that_fetches_slowly_is_not_sent_away(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten kilobytes a second, through a buffer that is always full."""
    with listen(0) as listener, socket.create_connection(listener.getsockname()) as bob, closing(Loop()) as loop:
        bob.setblocking(False)
        left = [2_000_000]
        heard: list[bytes] = []

        def say() -> None:
            try:
                while left[0] > 0:
                    left[0] -= bob.send(b"x" * 999 + b"\n")
            except BlockingIOError:
                loop.call_later(1, say)
            else:
                bob.shutdown(socket.SHUT_WR)

        def fetch() -> None:
            with suppress(BlockingIOError):
                heard.append(bob.recv(10_000))
            if not heard or heard[-1]:
                loop.call_later(1, fetch)

        Talk(loop, listener.accept()[0], "Bob", lambda talk: None, patience=30)
        say()
        fetch()
        loop.run_until_idle()
        assert loop.time() > 100
        assert sum(map(len, heard)) > 2_000_000
    assert capsys.readouterr().out == "Bob comes\nBob leaves\n"


@pytest.mark.parametrize("fetches", [False, True])
def test_who_moves_nothing_is_sent_away_once(fetches: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """A call that finds nothing renews nothing; a client that is gone leaves no timer."""
    bob, his = socket.socketpair()
    with bob, closing(Loop()) as loop:
        his.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        talk = Talk(loop, his, "Bob", lambda talk: None, patience=30)
        if fetches:
            loop.call_at(20, talk.on_data)
        else:
            bob.sendall(b"hello\n" * 1000)
        loop.run_until_idle()
        assert (loop.time(), loop.timers.heap) == (30, [])
    assert capsys.readouterr().out == "Bob comes\nBob is sent away: idle for 30 s\n"


def test_a_client_that_leaves_takes_the_timer_along() -> None:
    ann, hers = socket.socketpair()
    with closing(Loop()) as loop:
        Talk(loop, hers, "Ann", lambda talk: None, patience=30)
        ann.shutdown(socket.SHUT_WR)
        loop.run_until_idle()
        ann.close()
        assert (loop.time(), loop.timers.heap) == (0, [])


class Full:
    """A listener without a descriptor left, three times."""

    times = 3

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener

    def __getattr__(self, name: str) -> Any:
        return getattr(self.listener, name)

    def accept(self) -> Any:
        """Fail, or accept."""
        self.times -= 1
        if self.times >= 0:
            raise OSError(errno.EMFILE, "Too many open files")
        return self.listener.accept()


class Jumping(sleeping_task.Loop):
    """Has a clock that jumps, and counts how long it would have slept."""

    now, rounds = 0.0, 0

    def time(self) -> float:
        """Return the time."""
        return self.now

    def how_long(self) -> float:
        """Wait for nothing."""
        self.rounds += 1
        self.now += super().how_long() or 0
        return 0


def test_a_door_rests_in_the_heap(capsys: pytest.CaptureFixture[str]) -> None:
    with listen(0) as listener, socket.create_connection(listener.getsockname()):
        listener.setblocking(False)
        loop = Jumping()

        def door() -> Any:
            client, _address = yield from loop.sock_accept(Full(listener))
            client.close()

        loop.create_task(door())
        loop.run()
        assert (loop.now, loop.rounds < 20) == (3, True)


def test_a_sleeping_task_is_closed_with_its_loop() -> None:
    loop = Jumping()
    said: list[str] = []

    def sleeper() -> Any:
        try:
            yield from loop.sleep(3600)
        finally:
            said.append("closed")

    def stopper() -> Any:
        yield None
        raise KeyboardInterrupt

    loop.create_task(sleeper())
    loop.create_task(stopper())
    with pytest.raises(KeyboardInterrupt):
        loop.run()
    assert said == ["closed"]
    loop.run()


@pytest.mark.parametrize("new_loop", [loop.Loop, cancelled.Loop, Loop])
def test_a_time_that_is_no_number_is_refused(new_loop: Any) -> None:
    """It would never be due, and hide those below it."""
    called: list[str] = []
    with closing(new_loop()) as loop:
        for call in loop.call_later, loop.call_at:
            with pytest.raises(ValueError, match="not a number"):
                call(float("nan"), called.append, "milk")
        loop.call_later(0, called.append, "tea")
        loop.run_until_idle()
    assert called == ["tea"]


def test_a_task_that_sleeps_for_no_number_hears_of_it() -> None:
    loop, said = patient(Jumping, 20), []

    def sleeper(seconds: float) -> Any:
        try:
            yield from loop.sleep(seconds)
            said.append(loop.time())
        except TypeError:
            said.append("no number")

    loop.create_task(sleeper(float("nan")))
    loop.create_task(sleeper(3))
    loop.run()
    assert said == ["no number", 3]


@pytest.mark.parametrize("days", [30, 200, 365, 3650])
def test_a_year_passes_on_the_loop_of_asyncio_too(days: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond 194 days, a float has no room for a nanosecond more, and that is what asyncio adds."""
    rounds = itertools.count()
    run_once = AsyncioLoop._run_once  # type: ignore[attr-defined]

    def counted(loop: AsyncioLoop) -> None:
        assert next(rounds) < days + 50, "the loop spins"
        run_once(loop)

    monkeypatch.setattr(AsyncioLoop, "_run_once", counted)
    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(asyncio.sleep(days * 86400 + 0.1))
        assert runner.get_loop().time() == pytest.approx(days * 86400 + 0.1)
