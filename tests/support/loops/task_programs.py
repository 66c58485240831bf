"""Random programs of tasks, for our loops and for asyncio's: a number makes one, and its run is a log."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import random
from asyncio import CancelledError
from collections.abc import Callable, Generator
from contextlib import closing
from types import coroutine
from typing import Any

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.tasks import guest, quick, together

Steps = list[tuple[str, int, list[Any]]]


def guests() -> Any:
    """Return asyncio's loop, with guests for tasks and futures."""
    loop: Any = AsyncioLoop()
    loop.set_task_factory(lambda loop, coro, **given: guest.Task(coro, loop=loop, **given))
    loop.create_future = lambda: guest.Future(loop=loop)
    return loop


LOOPS: dict[str, Callable[[], Any]] = {
    "plain": jumping(stopping.Loop), "quick": jumping(quick.Loop), "guests": guests, "asyncio": AsyncioLoop,
}


@coroutine
def pause() -> Generator[None, None, None]:
    """Give up the turn, on any loop."""
    yield


class Program:
    """A program of tasks that sleep, wait for futures and each other, fail, cancel, gather, and clean up."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.tree = self.steps(3)
        self.log: list[Any] = []
        self.tasks: list[Any] = []

    def steps(self, depth: int) -> Steps:
        """Choose the steps of a task."""
        return [self.step(depth) for _ in range(self.random.randrange(1, 5))]

    def step(self, depth: int) -> tuple[str, int, list[Any]]:
        """Choose one thing; times are never equal, and floats that add up exactly."""
        simple = ["pause", "sleep", "sleep", "await", "cancel", "fail", "wait", "set", "break", "fresh", "gather"]
        deep = ["spawn", "finally", "deaf"]
        kind = self.random.choice([*simple, *deep * (3 if depth else 0)])
        return kind, self.random.randrange(1, 2**20), self.steps(depth - 1) if kind in deep else []

    def run_on(self, make: Callable[[], Any]) -> list[Any]:
        """Run it on a new loop; return its log, and how each task has ended."""
        with closing(make()) as self.loop:
            if isinstance(self.loop, asyncio.AbstractEventLoop):
                self.loop.set_exception_handler(lambda _loop, _said: None)
                self.loop.set_debug(False)  # which takes ten times as long
            self.places = [self.loop.create_future() for _ in range(3)]
            self.tasks.append(self.loop.create_task(self.run(self.tree, "main", 0)))
            self.loop.run_until_complete(self.end())
        return self.log

    async def end(self) -> None:
        """Wait until nothing happens any more; cancel the tasks that are left, and note how all have ended."""
        await self.sleep(1e6)
        for _ in range(9):  # some stay once or twice, and those of a broken loop for ever
            for task in self.tasks:
                task.cancel()
            await self.sleep(1e6)
        self.log += [self.how(task) for task in self.tasks]

    def how(self, task: Any) -> str:
        """Say how a task has ended."""
        try:
            return str(task.result()) if task.done() else "never"
        except BaseException as error:
            return type(error).__name__

    async def sleep(self, seconds: float) -> None:
        """Sleep on our loop or on asyncio's."""
        await (asyncio.sleep(seconds) if isinstance(self.loop, asyncio.AbstractEventLoop) else self.loop.sleep(seconds))

    async def run(self, steps: Steps, name: str, me: int) -> str:
        """Do the steps of a task, which is the one with that number, and log the outcome of each."""
        for number, (kind, which, inner) in enumerate(steps):
            here = f"{name}.{number}"
            try:
                found = await self.do(kind, which, inner, here, me)
            except BaseException as error:
                self.log.append((here, kind, type(error).__name__, self.loop.time()))
                if kind == "deaf" and isinstance(error, CancelledError):
                    continue
                raise
            self.log.append((here, kind, found, self.loop.time()))
        return name

    async def do(self, kind: str, which: int, inner: Steps, here: str, me: int) -> Any:
        """Do one thing.

        A task waits for younger ones only, since a circle can't be cancelled, on asyncio neither. It doesn't cancel
        itself, and if it has been cancelled by a task that it has cancelled, it waits: if it returned, asyncio would go
        another way, as the page says. Nor does it gather done tasks: since Python 3.12, asyncio looks at that a
        round earlier.
        """
        younger, others = self.tasks[me + 1:], self.tasks[:me] + self.tasks[me + 1:]
        place = self.places[which % len(self.places)]
        match kind:
            case "sleep":
                return await self.sleep(which / 1024)
            case "await" if younger:
                return await younger[which % len(younger)]
            case "cancel" if others:
                found = others[which % len(others)].cancel()
                await pause()
                return found
            case "fail":
                raise ValueError(here)
            case "wait":
                return await place
            case "set":
                return place.done() or place.set_result(here)
            case "break":
                return place.done() or place.set_exception(KeyError(here))
            case "fresh":
                self.places[which % len(self.places)] = self.loop.create_future()
            case "gather":
                left = [work for work in (*younger[-2:], place) if not work.done()]
                return await self.gather(self.run([("sleep", which, [])], f"{here}.dish", me), *left)
            case "spawn":
                self.tasks.append(self.loop.create_task(self.run(inner, f"{here}.task", len(self.tasks))))
            case "finally":
                try:
                    return await self.run(inner, here, me)
                finally:
                    await self.sleep(which / 1024)
            case "deaf":
                return await self.run(inner, here, me)
            case _:
                return await pause()
        return None

    async def gather(self, *works: Any) -> Any:
        """Gather on our loop or on asyncio's."""
        if isinstance(self.loop, asyncio.AbstractEventLoop):
            return await asyncio.gather(*works)
        return await together.gather(self.loop, *works)
