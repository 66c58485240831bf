"""What ``make bench`` asks of loops that run tasks: to switch, create, call, wait for time, and pass futures."""
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextlib import closing
from time import process_time
from types import coroutine
from typing import Any

import uvloop

from ghetto_asyncio.callbacks import handle
from ghetto_asyncio.tasks.gates import Loop as GatesLoop
from ghetto_asyncio.tasks.quick import Loop as QuickLoop
from ghetto_asyncio.tasks.sockets import Loop as SocketsLoop
from ghetto_asyncio.tasks.straight import Loop as StraightLoop

Main = Coroutine[Any, Any, float | None]
WIDTH = 100
"""Callbacks, or timers, that are in a loop at once."""


class TaskLoop(SocketsLoop, handle.Loop):
    """The loop with tasks, whose handles know who asked for the call."""


class PythonTaskLoop(asyncio.SelectorEventLoop):
    """The loop of asyncio, with the Future and the Task that are written in Python."""

    def __init__(self) -> None:
        super().__init__()
        python: Any = asyncio.tasks
        self.set_task_factory(lambda loop, coro, **more: python._PyTask(coro, loop=loop, **more))

    def create_future(self) -> Any:
        """Return a future written in Python."""
        python: Any = asyncio.futures
        return python._PyFuture(loop=self)


class BareHandle:
    """What the loop of asyncio asks of a handle, and no more."""

    __slots__ = ("_args", "_callback")
    _callback: Callable[..., object]
    _args: tuple[object, ...]
    _cancelled = False

    def _run(self) -> None:
        self._callback(*self._args)


class BareHandlesLoop(asyncio.SelectorEventLoop):
    """The loop of asyncio without its checks, its `Handle` and contexts: what is left shows what those take."""

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        """Append a handle to the queue."""
        handle = BareHandle()
        handle._callback = callback
        handle._args = args
        queue: Any = self
        queue._ready.append(handle)
        return handle


LOOPS: dict[str, Callable[[], Any]] = {
    "tasks": TaskLoop,
    "tasks, quick": QuickLoop,
    "tasks, gates": GatesLoop,
    "tasks, straight": StraightLoop,
    "asyncio": asyncio.SelectorEventLoop,
    "asyncio, Python Task": PythonTaskLoop,
    "asyncio, stripped": BareHandlesLoop,
    "uvloop": uvloop.new_event_loop,
}


@coroutine
def give_way() -> Generator[None, None, None]:
    """Give way, as `asyncio.sleep(0)` does, with the least that a task of any loop understands."""
    yield


async def turns(number: int) -> None:
    """Give way so often."""
    for _ in range(number):
        await give_way()


async def nothing() -> None:
    """Be done."""


def switch(tasks: int) -> Callable[[Any, int], Main]:
    """Return a test in which so many tasks give way to each other."""

    async def main(loop: Any, number: int) -> float:
        """Let them give way, all in all, so often; return when the last one was created, for that is not counted."""
        created = [loop.create_task(turns(number // tasks)) for _ in range(tasks)]
        began = process_time()
        for task in created:
            await task
        return began

    return main


async def create(loop: Any, number: int) -> None:
    """Create tasks, and await each."""
    for _ in range(number):
        await loop.create_task(nothing())


async def soon(loop: Any, number: int) -> None:
    """Have callbacks called that ask to be called again."""
    await _again(loop, number, loop.call_soon)


async def later(loop: Any, number: int) -> None:
    """Have timers called that set themselves anew."""
    await _again(loop, number, lambda callback: loop.call_later(0, callback))


async def _again(loop: Any, number: int, ask: Callable[[Callable[[], None]], Any]) -> None:
    done = loop.create_future()
    left = number

    def call() -> None:
        nonlocal left
        left -= 1
        if left >= WIDTH:
            ask(call)
        elif not left:
            done.set_result(None)

    for _ in range(WIDTH):
        ask(call)
    await done


async def to_and_fro(loop: Any, number: int) -> None:
    """Let two tasks wake each other, each by the result of a future that the other awaits."""
    futures = [loop.create_future(), loop.create_future()]

    async def player(mine: int) -> None:
        for _ in range(number // 2):
            await futures[mine]
            futures[mine] = loop.create_future()
            futures[1 - mine].set_result(None)

    players = [loop.create_task(player(0)), loop.create_task(player(1))]
    futures[0].set_result(None)
    for task in players:
        await task


TESTS: dict[str, Callable[[Any, int], Main]] = {
    "switch 2": switch(2),
    "switch 100": switch(100),
    "switch 10000": switch(10_000),
    "create": create,
    "call_soon": soon,
    "timer": later,
    "to and fro": to_and_fro,
}


def _send(tasks: int, number: int) -> float:
    ready = deque([turns(number // tasks) for _ in range(tasks)])
    began = process_time()
    while ready:
        task = ready.popleft()
        try:
            task.send(None)
        except StopIteration:
            continue
        ready.append(task)
    return process_time() - began


def _create(number: int) -> float:
    began = process_time()
    for _ in range(number):
        try:
            nothing().send(None)
        except StopIteration:
            continue
    return process_time() - began


LIMITS: dict[str, Callable[[int], float]] = {
    "switch 2": lambda number: _send(2, number),
    "switch 100": lambda number: _send(100, number),
    "switch 10000": lambda number: _send(10_000, number),
    "create": _create,
}
"""The same with `coro.send()`, and no loop; each returns the seconds of CPU time."""


def seconds(new_loop: Callable[[], Any], test: Callable[[Any, int], Main], number: int) -> float:
    """Return the seconds of CPU time for one switch, call, or whatever is tested."""
    with closing(new_loop()) as loop:
        main = test(loop, number)
        began = process_time()
        began = loop.run_until_complete(main) or began
        return (process_time() - began) / number
