"""The short kernel that cancels does what the whole one does, in every state of a task."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from typing import Any

import pytest

from ghetto_asyncio.cancellation import states
from ghetto_asyncio.cancellation.three import Kernel, OnKernel
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.kernel.traps import current_task, schedule, sleep, spawn
from tests.support.loops.ways import OnWholeKernel


@pytest.mark.parametrize("state", states.STATES, ids=lambda state: state.__name__)
def test_a_cancelled_task_does_the_same_on_the_short_kernel(state: Any) -> None:
    assert OnKernel().run(states.see, state) == OnWholeKernel().run(states.see, state)


class Burnt(BaseException):
    """An error that is no Exception, as that of a failed test."""


@pytest.mark.parametrize("error", [ValueError("gas leak"), Burnt("toast")])
def test_an_error_of_a_clean_up_is_told(error: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    async def boil() -> None:
        try:
            await sleep(180)
        finally:
            raise error

    async def main() -> None:
        task = await spawn(boil(), "Ann")
        await schedule()
        await task.cancel()
        await task.cancel()

    Kernel().run(main())
    assert capsys.readouterr().out == f"Ann failed: {error!r}\n"


def test_a_task_may_cancel_itself_and_wait_for_its_end() -> None:
    async def leave() -> None:
        await (await current_task()).cancel()

    async def main() -> Any:
        task = await spawn(leave())
        await task.wait()
        return task.error

    assert isinstance(Kernel().run(main()), CancelledError)


def test_what_cannot_be_cancelled_is_an_error_of_the_task_that_asked() -> None:
    async def main() -> str:
        task = await spawn(sleep(1))
        try:
            await traps.trap("cancel", "tea")
        except AttributeError:
            await task.join()
        return "goes on"

    assert Kernel().run(main()) == "goes on"
