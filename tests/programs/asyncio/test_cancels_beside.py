"""Random programs of cancels, limits and clean-ups end alike: our tasks and limits, asyncio's, and any mix of them."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import random
import sys
from asyncio import CancelledError
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jump, jumping
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.limits import task, timeout, timeouts
from ghetto_asyncio.runner import loop

Step = tuple[Any, ...]
SIMPLE = ["sleep", "round", "cancel", "say", "join", "future", "fail", "self"]
DEEP = ["except", "swallow", "finally", "limit"]
UNCANCEL = ["uncancel"] * (sys.version_info >= (3, 13))
"""Before Python 3.13, asyncio's uncancel() left a cancel where it was that had not been delivered yet; ours doesn't."""
WAYS: dict[str, tuple[Any, Any]] = {
    "ours on ours": (jumping(task.Loop), timeouts.timeout),
    "ours in ten lines, on ours": (jumping(task.Loop), timeout.timeout),
    "ours on the loop for a Runner": (jumping(loop.Loop), timeouts.timeout),
    "ours on asyncio's": (AsyncioLoop, timeouts.timeout),
    "asyncio's on ours": (jumping(task.Loop), asyncio.timeout),
}


class Program:
    """A program that a number makes, and the log of its run; no two things happen at the same moment by chance."""

    def __init__(self, seed: int, timeout: Any) -> None:
        self.random, self.timeout = random.Random(seed), timeout
        self.size = self.random.randint(1, 3)
        self.bodies = [self.steps(2) for _ in range(self.size)]
        self.cancels = sorted(
            (self.random.choice([0, 0, 1, 2]) * self.random.random(), self.random.randrange(self.size))
            for _ in range(self.random.randrange(5))
        )
        self.settled = [(self.random.uniform(0, 3), self.random.choice(["value", "error", "cancel"])) for _ in range(3)]
        self.log: list[Step] = []

    def steps(self, depth: int) -> list[Step]:
        """Choose what a task does."""
        return [self.step(depth) for _ in range(self.random.randint(1, 4))]

    def step(self, depth: int) -> Step:
        """Choose one thing."""
        kind = self.random.choice(SIMPLE + UNCANCEL + DEEP * (2 if depth else 0))
        inner = [self.steps(depth - 1), self.steps(depth - 1)] if kind in DEEP else []
        return kind, self.random.randrange(3), self.random.choice([0.01, 0.7, 1.5, 3]) + self.random.random(), inner

    def say(self, *what: Any) -> None:
        """Put something into the log."""
        self.log.append((round(asyncio.get_running_loop().time(), 6), *what))

    async def play(self, steps: list[Step], me: int) -> int:
        """Do the steps of a task."""
        for kind, which, seconds, inner in steps:
            mine: Any = asyncio.current_task()
            match kind:
                case "sleep":
                    await asyncio.sleep(seconds)
                case "round":
                    await asyncio.sleep(0)
                case "say":
                    self.say(me, mine.cancelling())
                case "cancel":
                    self.say(me, which, self.tasks[which % self.size].cancel())
                case "self":
                    self.say(me, mine.cancel())
                case "uncancel":
                    self.say(me, mine.uncancel())
                case "join" if me < which < self.size:
                    self.say(me, await self.tasks[which])
                case "future":
                    self.say(me, await self.futures[which])
                case "fail" if which == 0:
                    raise LookupError(me)
                case "except" | "swallow":
                    caught: type[BaseException] = LookupError if kind == "except" else CancelledError
                    try:
                        await self.play(inner[0], me)
                    except caught as error:
                        self.say(me, type(error).__name__)
                        await self.play(inner[1], me)
                case "finally":
                    try:
                        await self.play(inner[0], me)
                    finally:
                        self.say(me, "finally")
                        await self.play(inner[1], me)
                case "limit":
                    try:
                        async with self.timeout(seconds):
                            await self.play(inner[0], me)
                    except TimeoutError as error:
                        self.say(me, type(error.__cause__).__name__)
        return me

    def settle(self, which: int) -> None:
        """End a future in its way, unless it has been cancelled."""
        future = self.futures[which]
        if not future.done():
            match self.settled[which][1]:
                case "value":
                    future.set_result("tea")
                case "error":
                    future.set_exception(LookupError("tea"))
                case "cancel":
                    future.cancel()

    async def main(self) -> None:
        """Run the tasks, cancel some, and log how each has ended."""
        here: Any = asyncio.get_running_loop()
        self.futures = [here.create_future() for _ in range(3)]
        self.tasks: list[Any] = [here.create_task(self.play(body, me)) for me, body in enumerate(self.bodies)]
        for me, made in enumerate(self.tasks):
            made.add_done_callback(lambda _, me=me: self.say("over", me))
        for which, (when, _) in enumerate(self.settled):
            here.call_later(when, self.settle, which)
        for when, which in self.cancels:
            await asyncio.sleep(when)
            self.say("cancel", which, self.tasks[which].cancel())
        await asyncio.sleep(50)
        for made in self.tasks:
            self.say(made.done(), made.cancelling(), made.done() and (made.cancelled() or repr(made.exception())))
        while not all(made.done() or made.cancel() is None for made in self.tasks):
            await asyncio.sleep(50)  # who waits for a task that waits for ever
        for future in self.futures + self.tasks:
            future.cancelled() or future.exception()


def run_on(seed: int, new_loop: Callable[[], Any], timeout: Any) -> list[Step]:
    """Return the log of a program."""
    program = Program(seed, timeout)
    jump(program.main(), new_loop)
    return program.log


@cache
def on_asyncio(seed: int) -> list[Step]:
    """Return the log of a program that is all asyncio's."""
    return run_on(seed, AsyncioLoop, asyncio.timeout)


@pytest.mark.parametrize("way", WAYS)
def test_it_ends_as_on_asyncio(way: str) -> None:
    assert [seed for seed in range(150) if run_on(seed, *WAYS[way]) != on_asyncio(seed)] == []


def test_all_of_it_occurs() -> None:
    said = {str(what) for seed in range(150) for _, *entry in on_asyncio(seed) for what in entry}
    assert {"finally", "LookupError('tea')", "CancelledError", "over", "tea", "2"} <= said
