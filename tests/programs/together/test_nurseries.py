"""The nursery on each kernel: a deadlock among its children, and one coroutine twice."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import clock, park, sleep
from ghetto_asyncio.together.nursery import Nursery
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


def test_a_deadlock_among_children_is_reported_and_leaves_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(park(Place("nothing")), "Ann")

    with pytest.raises(RuntimeError, match="main waits for the end of Ann, Ann waits for nothing"):
        Kernel().run(main())
    assert "ignored GeneratorExit" not in capfd.readouterr().err


def test_one_coroutine_twice_is_an_error_and_the_first_is_waited_for() -> None:
    async def work() -> None:
        try:
            await sleep(5)
        finally:
            await sleep(10)

    children: list[Any] = []

    async def twice(coro: Any) -> None:
        async with Nursery() as nursery:
            for _ in range(2):
                children.append(await nursery.spawn(coro))

    async def main() -> Any:
        with pytest.raises(ExceptionGroup, match="a nursery has failed"):
            await twice(work())
        return [type(child.error) for child in children], await clock()

    assert Kernel().run(main()) == ([CancelledError, RuntimeError], 10)
