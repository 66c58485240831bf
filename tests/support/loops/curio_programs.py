"""Random programs in curio's names: `python -m tests.support.loops.curio_programs MODULE NUMBER` prints their logs.

MODULE is `curio`, which has to be on the path, or ours. It runs on a clock that jumps to where a task would wake.
"""
from __future__ import annotations

import importlib
import json
import logging
import random
import selectors
import sys
import time
from typing import Any

Steps = list[tuple[str, int, list[Any]]]


def jump() -> None:
    """Take the place of the real clock; do it before a kernel is imported."""
    now, look = 0.0, selectors.DefaultSelector.select

    def select(self: Any, timeout: float | None = None) -> list[Any]:
        nonlocal now
        ready = look(self, 0)
        if not ready and timeout is None:
            raise RuntimeError("nothing will ever happen")
        now += 0 if ready else max(0.0, timeout or 0)
        return ready

    setattr(time, "monotonic", lambda: now)  # noqa: B010  to mypy it is final
    setattr(selectors.DefaultSelector, "select", select)  # noqa: B010


class Ordered(dict[Any, None]):
    """A set that keeps its order; curio's own wakes tasks that wait for an event or an end in any order."""

    def add(self, task: Any) -> None:
        """Put one at the end."""
        self[task] = None

    def remove(self, task: Any) -> None:
        """Take one out."""
        del self[task]


class Program:
    """A program of tasks that sleep, share locks and events, join and cancel each other, fail, and clean up."""

    def __init__(self, curio: Any, seed: int) -> None:
        self.curio, self.random = curio, random.Random(seed)
        self.tree = self.steps(3)
        self.log: list[Any] = []
        self.tasks: list[Any] = []
        self.over = False

    def steps(self, depth: int) -> Steps:
        """Choose the steps of a task."""
        return [self.step(depth) for _ in range(self.random.randrange(1, 5))]

    def step(self, depth: int) -> tuple[str, int, list[Any]]:
        """Choose one thing; times are never equal, and floats that add up exactly."""
        short = ["sleep", "sleep", "schedule", "set", "clear", "leave", "fail"]
        deep = ["spawn", "spawn", "lock", "semaphore", "finally", "deaf"]
        kind = self.random.choice([*short, "wait", "join", "cancel", *deep * 2] if depth else short)
        inner = self.steps(0 if kind in ("lock", "semaphore") else depth - 1) if kind in deep else []
        return kind, self.random.randrange(1, 2**20), inner

    async def main(self) -> list[Any]:
        """Run it; return its log, and how each task has ended."""
        self.lock, self.semaphore, self.event = self.curio.Lock(), self.curio.Semaphore(2), self.curio.Event()
        self.tasks.append(await self.curio.spawn(self.run, self.tree, "main", 0))
        await self.curio.sleep(1e6)
        log = [*self.log, *map(self.how, self.tasks)]
        self.over = True
        while not all(task.terminated for task in self.tasks):
            await self.event.set()
            await self.curio.sleep(1e6)
        return log

    def how(self, task: Any) -> str:
        """Say how a task has ended."""
        return type(task.exception).__name__ if task.terminated else "never"

    async def run(self, steps: Steps, name: str, me: int) -> str:
        """Do the steps of a task, which is the one with that number, and log the outcome of each."""
        for number, (kind, which, inner) in enumerate(steps):
            here = f"{name}.{number}"
            try:
                found = await self.do(kind, which, inner, here, me)
            except BaseException as error:
                self.log.append([here, kind, type(error).__name__, await self.curio.clock()])
                if kind == "deaf" and isinstance(error, self.curio.CancelledError):
                    continue
                raise
            self.log.append([here, kind, found, await self.curio.clock()])
        return name

    async def do(self, kind: str, which: int, inner: Steps, here: str, me: int) -> Any:
        """Do one thing. A task waits for younger ones only, and for none while it has a lock: so there is no circle."""
        if self.over:
            return None
        younger, others = self.tasks[me + 1:], self.tasks[:me] + self.tasks[me + 1:]
        match kind:
            case "sleep":
                await self.curio.sleep(which / 1024)
            case "wait":
                await self.event.wait()
            case "set":
                await self.event.set()
            case "clear":
                self.event.clear()
            case "join" if younger:
                return await younger[which % len(younger)].join()
            case "cancel" if younger:
                return await younger[which % len(younger)].cancel()
            case "leave" if others:
                return await others[which % len(others)].cancel(blocking=False)
            case "fail":
                raise ValueError(here)
            case "spawn":
                self.tasks.append(await self.curio.spawn(self.run, inner, f"{here}.task", len(self.tasks)))
            case "lock" | "semaphore":
                async with getattr(self, kind):
                    return await self.run(inner, here, me)
            case "finally":
                try:
                    return await self.run(inner, here, me)
                finally:
                    await self.curio.sleep(which / 1024)
            case "deaf":
                return await self.run(inner, here, me)
            case _:
                await self.curio.sleep(0)
        return None


def run(curio: Any, seed: int) -> Any:
    """Return the log of a program, or why there is none."""
    try:
        return curio.run(Program(curio, seed).main)
    except RuntimeError as error:
        return str(error)


if __name__ == "__main__":
    jump()
    logging.disable()
    from tests.support.judges import curio_gone  # noqa: F401  what new Pythons have no more
    asked: Any = importlib.import_module(sys.argv[1])
    if asked.__name__ == "curio":
        setattr(importlib.import_module("curio.sched"), "set", Ordered)  # noqa: B010  to mypy it has none
    logs = [run(asked, seed) for seed in range(int(sys.argv[2]))]
    print("\n" + json.dumps(logs))
