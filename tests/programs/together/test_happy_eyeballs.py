"""Races and happy eyeballs: one is left, and it is the right one; everybody else has been stopped, and is closed."""
from __future__ import annotations

# mypy: allow-untyped-calls
import socket
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ghetto_asyncio.cancellation import kernel
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.traps import clock, schedule, sleep, spawn
from ghetto_asyncio.together.connect import connect
from ghetto_asyncio.together.happy_eyeballs import happy_eyeballs
from ghetto_asyncio.together.race import race

DELAY = 10


class Phone:
    """Calls that take their time; knows which lines are open, and when each was called."""

    def __init__(self) -> None:
        self.open: set[int] = set()
        self.called: list[tuple[int, float]] = []

    async def call(self, address: tuple[int, int, bool]) -> Any:
        """Call somebody; it takes so many seconds, and answers or fails."""
        number, seconds, answers = address
        self.called.append((number, await clock()))
        self.open.add(number)
        line = Line(self, number)
        try:
            await sleep(seconds)
            if not answers:
                raise OSError(f"{number} is engaged")
        except BaseException:
            line.close()
            raise
        return line


class Line:
    """What a call gives."""

    def __init__(self, phone: Phone, number: int) -> None:
        self.phone, self.number = phone, number

    def close(self) -> None:
        """Hang up."""
        self.phone.open.remove(self.number)


def expected(calls: list[tuple[int, bool]]) -> tuple[list[float], float | None, set[int]]:
    """Say when each is called, when the first one answers (None: nobody does), and who may be the one."""
    begun: list[float] = []
    now = 0.0
    answered: list[tuple[float, int]] = []
    for number, (seconds, answers) in enumerate(calls):
        if answered and min(answered)[0] < now:
            break
        begun.append(now)
        if answers:
            answered.append((now + seconds, number))
        now += DELAY if answers else min(seconds, DELAY)
    first = min(answered)[0] if answered else None
    return begun, first, {number for when, number in answered if when == first}


CALLS = st.lists(st.tuples(st.integers(0, 35), st.booleans()), min_size=1, max_size=6)


@settings(max_examples=250)
@given(CALLS)
@example([(10, True), (0, False)])  # it answers in the very moment in which the next would be called
def test_one_line_is_left_open(calls: list[tuple[int, bool]]) -> None:
    phone = Phone()
    addresses = [(number, *call) for number, call in enumerate(calls)]

    async def main() -> tuple[Any, float]:
        try:
            return await happy_eyeballs(phone.call, addresses, DELAY), await clock()
        except ExceptionGroup as group:
            return group, await clock()

    found, now = Kernel().run(main())
    begun, when, winners = expected(calls)
    times = [at for _number, at in phone.called]
    assert times[: len(begun)] == begun or times == begun[: len(times)]
    if when is None:
        assert len(found.exceptions) == len(calls)
        assert phone.open == set()
    else:
        assert (now, phone.open) == (when, {found.number})
        assert found.number in winners


def test_connecting_can_be_interrupted() -> None:
    """The waiting room is full, so nobody answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        queue = []
        for _ in range(4):
            queue.append(socket.socket())
            queue[-1].setblocking(False)
            queue[-1].connect_ex(listener.getsockname())

        async def main() -> None:
            with pytest.raises(TimeoutError):
                async with timeout_after(0.05):
                    await connect(listener.getsockname())

        kernel.Kernel().run(main())
        for sock in queue:
            sock.close()


def test_a_race_in_which_nobody_arrives() -> None:
    async def main() -> None:
        other = await spawn(sleep(9))
        await schedule()
        await other.cancel()
        await race(other.join())

    with pytest.raises(RuntimeError, match="all have been cancelled"):
        Kernel().run(main())


@pytest.mark.parametrize("when", [0, 1, 2, 3])
def test_who_is_cancelled_leaves_no_line_open(when: float) -> None:
    """Also in the very moment in which somebody answers."""
    phone = Phone()

    async def main() -> None:
        task = await spawn(happy_eyeballs(phone.call, [(0, 2, True), (1, 2, True)], 1))
        await sleep(when)
        await task.cancel()
        if task.result:
            task.result.close()
            assert when > 1

    Kernel().run(main())
    assert phone.open == set()
