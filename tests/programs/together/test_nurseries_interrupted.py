"""The nursery of the kernel: Ctrl-C, what is closed, and who is left in peace."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import clock, park, sleep
from ghetto_asyncio.together.nursery import Nursery
from ghetto_asyncio.together.two_groups import Ours
from tests.support.loops.nurseries import work
from tests.support.loops.quick_kernels import on_every_kernel

__all__ = ["on_every_kernel"]


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_in_the_block_goes_on_as_itself_when_all_have_ended(interrupt: Any) -> None:
    log: list[float] = []

    async def child() -> None:
        try:
            await sleep(9)
        finally:
            await sleep(2)
            log.append(await clock())

    async def main() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(child())
            await sleep(3)
            raise interrupt

    with pytest.raises(interrupt):
        Kernel().run(main())
    assert log == [5]


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_in_a_child_ends_everything_and_everybody_tidies_up(interrupt: Any) -> None:
    log: list[str] = []
    nursery: Any = None

    async def strikes() -> None:
        await sleep(3)
        await nursery.spawn(tidies("not begun"))
        raise interrupt

    async def tidies(name: str) -> None:
        try:
            await sleep(9)
        finally:
            log.append(name)

    async def main() -> None:
        nonlocal nursery
        async with Nursery() as nursery:
            await nursery.spawn(tidies("child"))
            await nursery.spawn(strikes())

    kernel = Kernel()
    with pytest.raises(interrupt):
        kernel.run(main())
    assert "child" in log
    assert not kernel.tasks


def test_a_deadlock_among_children_is_reported_and_leaves_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(park(Place("nothing")), "Ann")

    with pytest.raises(RuntimeError, match="main waits for the end of Ann, Ann waits for nothing"):
        Kernel().run(main())
    assert "ignored GeneratorExit" not in capfd.readouterr().err


def test_who_tidies_up_in_the_block_is_not_disturbed_by_a_child() -> None:
    log: list[float] = []

    async def owner() -> None:
        async with Nursery() as nursery:
            await nursery.spawn(work(Ours(), 3, KeyError()))
            try:
                await sleep(100)
            except CancelledError:
                await sleep(10)
                log.append(await clock())
                raise

    async def main() -> None:
        async with Nursery() as nursery:
            task = await nursery.spawn(owner())
            await sleep(1)
            await task.cancel(blocking=False)

    with pytest.raises(ExceptionGroup):
        Kernel().run(main())
    assert log == [11]


def test_after_an_error_the_owner_goes_on_undisturbed() -> None:
    async def fails(seconds: float) -> None:
        async with Nursery() as nursery:
            await nursery.spawn(work(Ours(), 4, KeyError()))
            await sleep(seconds)

    async def main() -> float:
        for seconds in (1, 5, 9):
            with pytest.raises(ExceptionGroup):
                await fails(seconds)
        async with Nursery() as nursery:
            await nursery.spawn(work(Ours(), 4))
            await nursery.cancel()
        await sleep(10)
        return float(await clock())

    assert Kernel().run(main()) == 26


def test_who_comes_too_late_is_closed() -> None:
    """A coroutine that nobody awaits or closes would be complained of."""
    async def main() -> None:
        async with Nursery() as nursery:
            await nursery.cancel()
            with pytest.raises(RuntimeError, match="no more children"):
                await nursery.spawn(sleep(1))
        with pytest.raises(RuntimeError, match="no more children"):
            await nursery.spawn(sleep(1))
        with pytest.raises(RuntimeError, match="no more children"):
            await Nursery().spawn(sleep(1))

    Kernel().run(main())


def test_ctrl_c_twice_closes_what_is_left(capfd: pytest.CaptureFixture[str]) -> None:
    log: list[str] = []

    async def strikes() -> None:
        try:
            await sleep(3)
            raise KeyboardInterrupt
        finally:
            log.append("struck")

    async def strikes_again() -> None:
        try:
            await sleep(9)
        finally:
            raise KeyboardInterrupt

    async def main() -> None:
        try:
            async with Nursery() as nursery:
                await nursery.spawn(strikes())
                await nursery.spawn(strikes_again())
                try:
                    await sleep(9)
                finally:
                    await sleep(5)
        finally:
            log.append("closed")

    with pytest.raises(KeyboardInterrupt):
        Kernel().run(main())
    assert log == ["struck", "closed"]
    assert capfd.readouterr().err == ""
