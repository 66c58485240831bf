"""A task group on our loop: what the page says of its steps, and where asyncio's is another from Python to Python."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
from contextlib import closing, suppress
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jump, jumping
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.groups import counts, interrupts, one_fails, stops, taskgroup
from ghetto_asyncio.groups.race import race
from ghetto_asyncio.limits.task import Loop
from press.catalogue import ROOT
from tests.support.shell import run
from whoruns.tests.pythons import pythons

STEPS = (counts, one_fails, stops, interrupts, taskgroup)
LOOPS = (jumping(Loop), AsyncioLoop)


async def boil(seconds: float, error: Exception | None = None) -> float:
    """Take so long; fail perhaps."""
    await asyncio.sleep(seconds)
    if error:
        raise error
    return seconds


@pytest.mark.parametrize("step", STEPS)
def test_a_block_whose_children_have_ended_is_left(step: Any) -> None:
    async def main() -> list[float]:
        async with step.TaskGroup() as group:
            children = [group.create_task(boil(number)) for number in (1, 2)]
            await asyncio.sleep(3)
        return [child.result() for child in children]

    assert jump(main()) == [1, 2]


@pytest.mark.parametrize("step", STEPS[2:])
def test_an_error_of_the_block_goes_into_the_group(step: Any) -> None:
    async def main() -> None:
        async with step.TaskGroup() as group:
            group.create_task(boil(9))
            raise LookupError

    with pytest.raises(ExceptionGroup) as caught:
        jump(main())
    assert [type(error) for error in caught.value.exceptions] == [LookupError]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("step", STEPS[3:])
def test_nothing_is_left_of_a_request_to_stop(step: Any, loop: Any) -> None:
    async def main() -> int:
        for reading in (0, 9):
            with suppress(ExceptionGroup):
                async with step.TaskGroup() as group:
                    group.create_task(boil(1, ValueError()))
                    group.create_task(boil(1, ValueError()))
                    await asyncio.sleep(reading)
        count: int = asyncio.current_task().cancelling()  # type: ignore[union-attr]
        return count

    assert jump(main(), loop) == 0


def test_a_group_that_is_used_in_another_way_says_less_than_asyncios() -> None:
    async def said(misuse: Any) -> str:
        try:
            await misuse
        except (AttributeError, RuntimeError) as error:
            return type(error).__name__
        return "nothing"

    async def begin(group: Any) -> None:
        with closing(boil(1)) as coro:
            group.create_task(coro)

    async def enter(group: Any) -> None:
        for _ in range(2):
            async with group:
                pass

    async def main(kind: Any) -> list[str]:
        return [await said(begin(kind())), await said(enter(kind()))]

    assert jump(main(taskgroup.TaskGroup)) == ["AttributeError", "nothing"]
    assert jump(main(asyncio.TaskGroup)) == ["RuntimeError", "RuntimeError"]


def test_a_race_in_which_all_are_cancelled() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(RuntimeError):
        jump(race(cancelled(), cancelled()))


PARTS = """
import asyncio, sys
sys.path.insert(0, {root!r})
from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.groups.taskgroup import TaskGroup

async def boil(seconds, error=None, accident=None):
    try:
        await asyncio.sleep(seconds)
        if error:
            raise error
    finally:
        if accident:
            raise accident

async def fails_while_the_block_waits(Group):
    try:
        async with asyncio.timeout(60):
            try:
                async with Group() as group:
                    group.create_task(boil(1, KeyError()))
            except* KeyError:
                await asyncio.sleep(99)
    except BaseException as error:
        return type(error).__name__

async def is_told_to_stop(Group):
    asyncio.get_running_loop().call_later(1, asyncio.current_task().cancel)
    try:
        async with Group() as group:
            group.create_task(boil(9, None, KeyError()))
    except* KeyError:
        pass
    try:
        await asyncio.sleep(9)
    except asyncio.CancelledError:
        return "the stop comes again"
    return "the stop is lost"

for Group in TaskGroup, asyncio.TaskGroup:
    print(jump(fails_while_the_block_waits(Group)), "and", jump(is_told_to_stop(Group)))
"""
OURS = "TimeoutError and the stop is lost"


def test_where_asyncios_group_is_another_the_page_names_the_version() -> None:
    for version, python in pythons().items():
        said = run(python, "-c", PARTS.format(root=str(ROOT)), cwd=ROOT).said.splitlines()
        new = tuple(map(int, version.split(".")[:2])) >= (3, 13)
        assert said == [OURS, "TimeoutError and the stop comes again" if new else "CancelledError and the stop is lost"]
