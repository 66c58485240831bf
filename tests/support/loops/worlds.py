"""Two worlds for one program: our kernel, and asyncio; and the calls that a program of tests needs of either."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.together import both

Story = Callable[[Any, list[Any]], Awaitable[None]]
"""A program for either world, and the list that it logs into."""

WORLDS = [both.ours, both.theirs]

either = pytest.mark.parametrize("world", WORLDS, ids=["ours", "asyncio"])


def told(world: Any, story: Story) -> list[Any]:
    """Run a story in a world; return its log."""
    log: list[Any] = []
    world.run(story(world, log))
    return log


def within(world: Any, seconds: float) -> AbstractAsyncContextManager[Any]:
    """Return the world's timeout."""
    return timeout_after(seconds) if isinstance(world, both.Ours) else asyncio.timeout(seconds)


async def begin(world: Any, *coros: Any) -> list[Any]:
    """Make tasks of coroutines, and let each of them come to its first wait."""
    tasks = [await world.spawn(coro) for coro in coros]
    await world.sleep(1)
    return tasks


async def ended(world: Any, task: Any) -> str:
    """Wait for a task; say how it has ended."""
    try:
        return f"returned {await world.join(task)!r}"
    except BaseException as error:
        return type(error).__name__
