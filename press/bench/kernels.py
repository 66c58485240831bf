"""What ``make bench`` asks of kernels: to switch, spawn and join, sleep, cancel, and to keep connections in memory."""
from __future__ import annotations

import asyncio
import gc
import importlib
import importlib.util
import select
import socket
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from time import process_time
from typing import Any

from ghetto_asyncio.cancellation import kernel as cancelling
from ghetto_asyncio.kernel import kernel as whole
from ghetto_asyncio.kernel import ops as plain_ops
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.together import ops as quick_ops
from ghetto_asyncio.together import quick, watched

Main = Coroutine[Any, Any, None]
Ends = list[float]
LONG, SPREAD = 1000.0, 10_000
"""Seconds that nobody sleeps to the end, and how many sleepers there would be in a second if all were due in turn."""


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


async def nothing() -> None:
    """Be done."""


async def turns(give_way: Callable[[], Awaitable[Any]], number: int) -> None:
    """Give way so often."""
    for _ in range(number):
        await give_way()


def switch(tasks: int) -> Callable[[Library, int, Ends], Main]:
    """Return a test in which so many tasks give way to each other."""

    async def main(library: Library, number: int, began: Ends) -> None:
        """Let them give way, all in all, so often; what it takes to make them is not counted."""
        made = [await library.spawn(turns(library.give_way, number // tasks)) for _ in range(tasks)]
        began[:] = [process_time()]
        for task in made:
            await library.join(task)

    return main


async def among_sleepers(library: Library, number: int, began: Ends) -> None:
    """Let a hundred tasks give way while so many others sleep as there would be switches in a round of them."""
    asleep = [await library.spawn(_nap(library, LONG)) for _ in range(max(1, number // 10))]
    await library.give_way()
    made = [await library.spawn(turns(library.give_way, number // 100)) for _ in range(100)]
    began[:] = [process_time()]
    for task in made:
        await library.join(task)
    began.append(process_time())
    if library.cancel:
        for task in asleep:
            await library.cancel(task)


async def spawn_and_join(library: Library, number: int, _began: Ends) -> None:
    """Spawn tasks, and join each."""
    for _ in range(number):
        await library.join(await library.spawn(nothing()))


async def _nap(library: Library, seconds: float) -> None:
    await library.sleep(seconds)


async def sleepers(library: Library, number: int, _began: Ends) -> None:
    """Have so many tasks sleep, each for some hundredths of a second."""
    made = [await library.spawn(_nap(library, (1 + each % 100) / SPREAD)) for each in range(number)]
    for task in made:
        await library.join(task)


async def cancel(library: Library, number: int, _began: Ends) -> None:
    """Cancel so many tasks that sleep, and see each end."""
    assert library.cancel
    made = [await library.spawn(_nap(library, LONG)) for _ in range(number)]
    await library.give_way()
    for task in made:
        await library.cancel(task)


TESTS: dict[str, tuple[Callable[[Library, int, Ends], Main], float]] = {
    "switch 2": (switch(2), 1),
    "switch 100": (switch(100), 1),
    "switch 10000": (switch(10_000), 1),
    "and sleepers": (among_sleepers, 1),
    "spawn, join": (spawn_and_join, 0.1),
    "sleepers": (sleepers, 0.1),
    "cancel": (cancel, 0.1),
}
"""What is tested, and how often it is done for each switch."""


def _send(tasks: int, number: int) -> float:
    """Let so many coroutines give way as the tasks of our kernels do, with nobody between them."""
    all_of_them = [turns(traps.schedule, number // tasks + 1) for _ in range(tasks)]
    began = process_time()
    for _ in range(number // tasks):
        for coro in all_of_them:
            coro.send(None)
    took = process_time() - began
    for coro in all_of_them:
        coro.close()
    return took


LIMITS: dict[str, Callable[[int], float]] = {
    "switch 2": lambda number: _send(2, number),
    "switch 100": lambda number: _send(100, number),
    "switch 10000": lambda number: _send(10_000, number),
    "and sleepers": lambda number: _send(100, number),
}
"""The same coroutines, sent round without any kernel; seconds of CPU time."""


def seconds(library: Library, name: str, switches: int) -> float | None:
    """Return the seconds of CPU time for one switch, or whatever is tested; None if the library cannot do that."""
    test, share = TESTS[name]
    if test is cancel and not library.cancel:
        return None
    number = max(1, round(switches * share))
    gc.collect()
    times = [process_time()]
    library.run(test(library, number, times))
    return (([*times, process_time()])[1] - times[0]) / number


def echo(kernel: Callable[[], Any], ops: Any) -> Callable[[socket.socket], None]:
    """Return an echo server on a kernel of the book."""

    spawn: Any = traps.spawn

    async def talk(client: socket.socket) -> None:
        with client:
            while data := await ops.sock_recv(client, 1024):
                await ops.sock_sendall(client, data)

    async def serve(listener: socket.socket) -> None:
        while True:
            client, _address = await ops.sock_accept(listener)
            await spawn(talk(client))

    def run(listener: socket.socket) -> None:
        listener.setblocking(False)
        kernel().run(serve(listener))

    return run


def echo_of_curio(listener: socket.socket) -> None:
    """Serve on curio, with its own sockets."""
    curio: Any = importlib.import_module("curio")
    curio_io: Any = importlib.import_module("curio.io")

    async def talk(client: Any) -> None:
        async with client:
            while data := await client.recv(1024):
                await client.sendall(data)

    async def serve() -> None:
        sock = curio_io.Socket(listener)
        while True:
            client, _address = await sock.accept()
            await curio.spawn(talk, client, daemon=True)

    curio.run(serve)


def echo_of_trio(listener: socket.socket) -> None:
    """Serve on trio, with its own sockets."""
    trio: Any = importlib.import_module("trio")

    async def talk(client: Any) -> None:
        with client:
            while data := await client.recv(1024):
                while data:
                    data = data[await client.send(data):]

    async def serve() -> None:
        sock = trio.socket.from_stdlib_socket(listener)
        async with trio.open_nursery() as nursery:
            while True:
                client, _address = await sock.accept()
                nursery.start_soon(talk, client)

    trio.run(serve)


SERVERS: dict[str, Callable[[socket.socket], None]] = {
    "kernel.kernel": echo(whole.Kernel, plain_ops),
    "cancellation.kernel": echo(cancelling.Kernel, plain_ops),
    "together.quick": echo(quick.Kernel, plain_ops),
}
if hasattr(select, "epoll"):
    SERVERS["together.watched"] = echo(watched.Kernel, quick_ops)
for _name, _serve in (("curio", echo_of_curio), ("trio", echo_of_trio)):
    if importlib.util.find_spec(_name):
        SERVERS[_name] = _serve
