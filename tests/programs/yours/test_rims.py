"""The loops that are built, at their rims: what failed is gone, Ctrl-C leaves none running."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import sys
import weakref
from collections.abc import Callable
from contextlib import closing, suppress
from linecache import getline
from types import FrameType
from typing import Any

import pytest

from ghetto_asyncio.limits import whose_turn
from ghetto_asyncio.runner import loop as built
from ghetto_asyncio.service import asked
from ghetto_asyncio.service import loop as service

LOOPS: list[Callable[[], Any]] = [built.Loop, service.Loop, asyncio.SelectorEventLoop]


class Order:
    """What a request holds."""


async def request(order: Order) -> None:
    """Fail, with an order in hand."""
    raise ValueError(order)


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("new_loop", LOOPS)
@pytest.mark.parametrize("awaited", [True, False])
def test_nothing_of_a_failed_request_is_left(new_loop: Any, awaited: bool) -> None:
    orders: list[weakref.ref[Order]] = []

    async def main() -> int:
        for _ in range(50):
            order = Order()
            orders.append(weakref.ref(order))
            task = asyncio.create_task(request(order))
            del order
            if awaited:
                with suppress(ValueError):
                    await task
            else:
                await asyncio.wait([task])
                task.exception()
            del task
        await asyncio.sleep(0)
        return sum(order() is not None for order in orders)

    with closing(new_loop()) as loop:
        assert loop.run_until_complete(main()) == 0


class Strikes:
    """Raises KeyboardInterrupt in the n-th line of three functions, but not where they tidy up already."""

    codes = frozenset({
        whose_turn.Loop.run_until_complete.__code__, asked.Loop.run_until_complete.__code__, service.Loop.run.__code__,
    })
    tidies = frozenset({"asyncio._set_running_loop(None)", "self.running = self.stopping = False"})

    def __init__(self, number: int) -> None:
        self.left = number

    def enter(self, frame: FrameType, _event: str, _argument: object) -> Any:
        """Look at the lines of these functions only."""
        return self.line if frame.f_code in self.codes else None

    def line(self, frame: FrameType, event: str, _argument: object) -> Any:
        """Strike, when it is time."""
        text = getline(frame.f_code.co_filename, frame.f_lineno).strip()
        if event == "line" and text not in self.tidies:
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
        return self.line


@pytest.mark.parametrize("line", range(1, 16))
def test_wherever_ctrl_c_strikes_another_loop_can_run_and_this_one_be_closed(line: int) -> None:
    struck, trace = Strikes(line), sys.gettrace()
    loop: Any = service.Loop()  # type: ignore[abstract]
    done = loop.create_future()
    done.set_result(None)
    try:
        sys.settrace(struck.enter)
        with suppress(KeyboardInterrupt):
            loop.run_until_complete(done)
        sys.settrace(trace)
        running, goes_round = asyncio._get_running_loop(), loop.is_running()
    finally:
        asyncio._set_running_loop(None)
        loop.running = False
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
    assert (running, goes_round) == (None, False)
