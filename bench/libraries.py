"""The kernels that ``make bench`` compares with asyncio: how to ask each."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.kernel import kernel as whole
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.together import ops as quick_ops
from ghetto_asyncio.together import quick

Main = Coroutine[Any, Any, None]


@dataclass
class Library:
    """How a program says to one library what it says to all."""

    run: Callable[[Main], Any]
    spawn: Callable[[Main], Awaitable[Any]]
    give_way: Callable[[], Awaitable[Any]]
    sleep: Callable[[float], Awaitable[Any]]
    join: Callable[[Any], Awaitable[Any]]
    cancel: Callable[[Any], Awaitable[Any]] | None


def ours(kernel: Callable[[], Any], cancels: bool = True, asks: Any = traps) -> Library:
    """Return how to say it to a kernel of the book; whoever gives way does it as for the limit."""

    def cancel(task: Any) -> Any:
        return task.cancel()

    def run(main: Main) -> None:
        kernel().run(main)

    def join(task: Any) -> Any:
        return task.join()

    return Library(run, asks.spawn, traps.schedule, asks.sleep, join, cancel if cancels else None)


def of_asyncio() -> Library:
    """Return how to say it to asyncio."""

    async def spawn(coro: Main) -> Any:
        return asyncio.create_task(coro)

    async def join(task: Any) -> None:
        await task

    async def cancel(task: Any) -> None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    return Library(asyncio.run, spawn, lambda: asyncio.sleep(0), asyncio.sleep, join, cancel)


LIBRARIES: dict[str, Library] = {
    "kernel.kernel": ours(whole.Kernel, cancels=False),
    "cancellation.kernel": ours(cancelling.Kernel),
    "together.quick": ours(quick.Kernel, asks=quick_ops),
    "asyncio": of_asyncio(),
}
