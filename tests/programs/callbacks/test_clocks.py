"""Timers under a crowd of cancellations, of a month, for ever, and at no time."""
from __future__ import annotations

# mypy: allow-untyped-calls
import math
import random
import socket
from contextlib import closing
from typing import Any

import pytest

from ghetto_asyncio.callbacks.call import Handle
from ghetto_asyncio.clocks import cancelled, heap, loop
from ghetto_asyncio.clocks.virtual import Loop
from ghetto_asyncio.service.loop import Loop as Service
from ghetto_asyncio.tasks.quick import Loop as Quick
from ghetto_asyncio.tasks.sockets import Loop as Sockets


def handle() -> Handle:
    """Return a handle that is never called."""
    return Handle(print, ())


@pytest.mark.parametrize("seed", range(5))
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
