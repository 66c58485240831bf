"""Cancelling tasks of the kernels and loops in every state leaves nothing behind."""
from __future__ import annotations

# mypy: allow-untyped-calls
from typing import Any

import pytest

from ghetto_asyncio.cancellation import states, three
from tests.support.loops.main_loops import Pair
from tests.support.loops.ways import WAYS


def left(way: Any) -> tuple[int, list[Any], list[Any]]:
    """Return how many sockets are watched, which deadlines are to come, and who waits for whom."""
    if isinstance(way, three.OnKernel):
        kernel: Any = way.kernel
        deadlines = [getattr(kernel, name).next() for name in ("sleepers", "timeouts") if hasattr(kernel, name)]
        joiners = [task for other in kernel.tasks for task in other.joiners]
        return len(kernel.sockets.selector.get_map()), [when for when in deadlines if when is not None], joiners
    loop: Any = way.loop
    if isinstance(way, three.OnAsyncio):
        timers = [handle for handle in loop._scheduled if not handle.cancelled()]
        return len(loop.jumping.get_map()) - 1, timers, []  # the loop has a socket of its own
    timers = [entry for entry in loop.timers.heap if not entry[2].cancelled()]
    return len(loop.selector.get_map()), timers, list(loop.waiting)


@pytest.mark.parametrize("state", states.STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: type(way).__name__)
def test_nothing_is_left_of_a_cancelled_wait(way: Any, state: Any) -> None:
    async def main(way: Any) -> tuple[str, Any]:
        return await states.see(way, state), left(way)

    said, found = way.run(main)
    assert said
    assert found == (0, [], [])


@pytest.mark.parametrize("way", WAYS, ids=lambda way: type(way).__name__)
def test_what_is_left_would_be_found(way: Any, pair: Pair) -> None:
    ours, _theirs = pair

    async def main(way: Any) -> Any:
        tasks = [await way.spawn(way.read(ours)), await way.spawn(way.sleep(9))]
        await way.sleep(1)
        found = left(way)
        for task in tasks:
            await way.cancel(task)
            await states.end(way, task)
        return found

    found = way.run(main)
    assert (found[0], len(found[1])) == (1, 1)
