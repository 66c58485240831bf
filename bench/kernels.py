"""What ``make bench`` asks of kernels: to switch, to spawn and join, to sleep, and to cancel."""
from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable
from time import process_time
from typing import Any

from bench.libraries import Library, Main
from ghetto_asyncio.kernel import traps

Ends = list[float]
LONG, SPREAD = 1000.0, 10_000
"""Seconds that nobody sleeps to the end, and how many sleepers there would be in a second if all were due in turn."""


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
