"""The kernels that ``make bench`` compares, asyncio, and curio and trio where they are installed: how to ask each."""
from __future__ import annotations

import asyncio
import importlib
import importlib.util
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


def of_curio() -> Library:
    """Return how to say it to curio."""
    curio: Any = importlib.import_module("curio")

    async def itself(coro: Main) -> None:
        await coro

    async def cancel(task: Any) -> None:
        await task.cancel()

    return Library(
        lambda main: curio.run(itself, main), lambda coro: curio.spawn(itself, coro), lambda: curio.sleep(0),
        curio.sleep, lambda task: task.join(), cancel,
    )


def of_trio() -> Library:
    """Return how to say it to trio, which has no tasks to join: an event stands for the end, a scope for the task."""
    trio: Any = importlib.import_module("trio")

    class Child:
        nursery: Any

        def __init__(self) -> None:
            self.ended, self.scope = trio.Event(), trio.CancelScope()

        async def run(self, coro: Main) -> None:
            with self.scope:
                await coro
            self.ended.set()

    async def inside(main: Main) -> None:
        async with trio.open_nursery() as Child.nursery:
            await main

    async def spawn(coro: Main) -> Any:
        child = Child()
        Child.nursery.start_soon(child.run, coro)
        return child

    async def cancel(child: Any) -> None:
        child.scope.cancel()
        await child.ended.wait()

    return Library(
        lambda main: trio.run(inside, main), spawn, lambda: trio.lowlevel.checkpoint(),
        trio.sleep, lambda child: child.ended.wait(), cancel,
    )


LIBRARIES: dict[str, Library] = {
    "kernel.kernel": ours(whole.Kernel, cancels=False),
    "cancellation.kernel": ours(cancelling.Kernel),
    "together.quick": ours(quick.Kernel, asks=quick_ops),
    "asyncio": of_asyncio(),
}
for _name, _made in (("curio", of_curio), ("trio", of_trio)):
    if importlib.util.find_spec(_name):
        LIBRARIES[_name] = _made()
