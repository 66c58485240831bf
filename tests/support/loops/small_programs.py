"""Small programs that a number makes, for a kernel: whoever runs one gets a log of all that came of it."""
from __future__ import annotations

# mypy: allow-untyped-calls
import random
import re
import socket
from contextlib import ExitStack, suppress
from selectors import EVENT_READ
from typing import Any

from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import clock, close, current_task, park, schedule, sleep, spawn, trap, wake
from tests.support.loops.main_loops import Pair, pair


def plain(error: BaseException | None) -> str:
    """Return what an error says, without addresses."""
    return re.sub(r" at 0x\w+", "", repr(error))


class Program:
    """A small program that a number makes, and the log of its run."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.log: list[Any] = []
        self.tasks: list[Any] = []
        self.places = [Place("a tray"), Place("a rack")]
        self.tree = self.steps(3)
        self.pair: Pair

    def steps(self, depth: int) -> list[Any]:
        """Choose what a task will do."""
        return [self.step(depth) for _ in range(self.random.randrange(1, 6))]

    def step(self, depth: int) -> Any:
        """Choose one thing."""
        simple = ["schedule", "sleep", "park", "wake", "join", "cancel", "fail", "clock", "unknown", "current", "odd"]
        deep = ["spawn", "timeout", "shield", "try"]
        kind = self.random.choice([*simple, "send", "recv", "close", *deep * (3 if depth else 0)])
        inner = self.steps(depth - 1) if kind in deep else []
        return kind, self.random.randrange(4), inner

    async def run(self, steps: list[Any], name: str) -> str:
        """Do the steps of a task, and log what comes of each."""
        for number, (kind, which, inner) in enumerate(steps):
            here = f"{name}.{number}"
            try:
                found = await self.do(kind, which, inner, here)
            except BaseException as error:
                self.log.append((here, kind, type(error).__name__, plain(error), await clock()))
                if kind == "try" and not isinstance(error, GeneratorExit):
                    continue
                raise
            self.log.append((here, kind, found, await clock()))
        return name

    async def do(self, kind: str, which: int, inner: list[Any], here: str) -> Any:
        """Do one thing."""
        match kind:
            case "schedule":
                await schedule()
            case "sleep":
                await sleep(which / 2)
            case "park":
                async with timeout_after(which + 1):
                    await park(self.places[which % 2])
            case "wake":
                await wake(self.places[which % 2], which)
            case "clock":
                return await clock()
            case "current":
                return (await current_task()).name
            case "unknown":
                await trap("tea", which)
            case "odd":
                await trap(*(7,) * which)
            case "fail":
                raise ValueError(here)
            case "join" | "cancel" if self.tasks:
                task = self.tasks[which % len(self.tasks)]
                if kind == "cancel":
                    return await task.cancel(blocking=which % 2 == 0 and task is not await current_task())
                async with timeout_after(2):
                    return await task.join()
            case "send":
                with suppress(OSError):
                    return self.pair[which % 2].send(b"x" * (1 + which))
            case "recv":
                async with timeout_after(1 + which / 4):
                    return await self.recv(self.pair[which % 2], 1 + which)
            case "close":
                return None if which else await close(self.pair[0])
            case "spawn":
                self.tasks.append(await spawn(self.run(inner, here), here))
            case "timeout":
                async with timeout_after(which / 2):
                    await self.run(inner, here)
            case "shield":
                async with shield():
                    await self.run(inner, here)
            case "try":
                await self.run(inner, here)
        return None

    async def recv(self, sock: socket.socket, limit: int) -> bytes:
        """Receive, as a program on any kernel does."""
        while True:
            await trap("wait_for", sock, EVENT_READ)
            with suppress(BlockingIOError):
                return sock.recv(limit)

    def run_on(self, kernel: type[Any]) -> Any:
        """Run it; return the log and what became of each task."""
        with ExitStack() as stack:
            self.pair = pair()
            for sock in self.pair:
                stack.enter_context(sock)
            running = kernel()
            try:
                end = "value", running.run(self.run(self.tree, "main"))
            except BaseException as error:
                end = type(error).__name__, plain(error)
            states = [(task.name, task.ended, task.result, plain(task.error), task.cancelled) for task in self.tasks]
            assert not running.tasks
            return self.log, end, states
