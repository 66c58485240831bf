"""The nursery and asyncio's TaskGroup by the same programs: whoever was begun in a block ends before it is left."""
from __future__ import annotations

# mypy: allow-untyped-calls
import sys
from asyncio import CancelledError
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from ghetto_asyncio.together.two_groups import Ours, Theirs, ending
from tests.support.loops.nurseries import work

WORLDS = {"ours": Ours, "asyncio": Theirs}
both = pytest.mark.parametrize("world", [pytest.param(kind(), id=name) for name, kind in WORLDS.items()])
Program = Callable[[Any], Any]


async def nothing(world: Any) -> None:
    async with world.Group():
        pass


async def waits_for_all(world: Any) -> str:
    async with world.Group() as group:
        children = [await group.spawn(work(world, seconds)) for seconds in (3, 9, 5)]
    return "".join(child.result() if world.__class__ is Theirs else child.outcome() for child in children)


async def two_fail(world: Any) -> None:
    async with world.Group() as group:
        await group.spawn(work(world, 9, later=KeyError()))
        await group.spawn(work(world, 3, ValueError()))


async def the_block_fails(world: Any) -> None:
    async with world.Group() as group:
        await group.spawn(work(world, 9, later=KeyError()))
        await world.sleep(1)
        raise OSError


async def the_block_is_interrupted(world: Any) -> None:
    async with world.Group() as group:
        await group.spawn(work(world, 3, KeyError()))
        await world.sleep(100)


async def the_block_tidies_up_and_fails(world: Any) -> None:
    async with world.Group() as group:
        await group.spawn(work(world, 3, KeyError()))
        await work(world, 100, later=OSError())


async def time_is_up(world: Any, later: BaseException | None = None, inside: float = 0) -> None:
    async with world.timeout(5), world.Group() as group:
        await group.spawn(work(world, 9, later=later))
        await world.sleep(inside)


async def cancelled_from_outside(world: Any) -> None:
    async with world.Group() as group:
        child = await group.spawn(work(world, 90))
        await world.sleep(2)
        await world.cancel(child)
        await group.spawn(work(world, 4))


async def the_owner_is_cancelled(world: Any, times: int, later: BaseException | None = None) -> None:
    async def owner() -> None:
        async with world.Group() as group:
            await group.spawn(work(world, 20, later=later))

    async with world.Group() as group:
        task = await group.spawn(owner())
        for _ in range(times):
            await world.sleep(0.3)
            await world.cancel(task)


async def too_late(world: Any) -> None:
    async with world.Group() as group:
        pass
    child = work(world, 1)
    try:
        await group.spawn(child)
    finally:
        child.close()  # asyncio leaves it open before 3.13


async def while_it_is_cancelled(world: Any) -> None:
    async def is_stubborn() -> None:
        try:
            await world.sleep(9)
        finally:
            child = work(world, 1)
            try:
                await group.spawn(child)
            finally:
                child.close()

    async with world.Group() as group:
        await group.spawn(is_stubborn())
        await group.spawn(work(world, 1, KeyError()))


async def while_it_is_waiting(world: Any) -> None:
    async def begins_another() -> None:
        await world.sleep(2)
        await group.spawn(work(world, 7))

    async with world.Group() as group:
        await group.spawn(begins_another())


async def ignores_it(world: Any) -> None:
    async def goes_on() -> None:
        for _ in range(10):
            with suppress(CancelledError):
                await world.sleep(0.7)

    async with world.timeout(3), world.Group() as group:
        await group.spawn(goes_on())


async def nested(world: Any) -> None:
    async def inner() -> None:
        async with world.Group() as group:
            await group.spawn(work(world, 2, KeyError()))
            await group.spawn(work(world, 9, later=ValueError()))

    async with world.Group() as group:
        await group.spawn(inner())
        await group.spawn(work(world, 9, later=OSError()))


async def joined_in_the_block(world: Any) -> None:
    async with world.Group() as group:
        child = await group.spawn(work(world, 2, KeyError()))
        await (child.join() if world.__class__ is Ours else child)


async def goes_on_after_an_error(world: Any, seconds: float, later: BaseException | None = None) -> None:
    async with world.timeout(5):
        try:
            async with world.Group() as group:
                await group.spawn(work(world, seconds, later=later))
                if not later:
                    raise KeyError
        except* KeyError:
            pass
        await world.sleep(100)


SAME: dict[str, tuple[Program, str]] = {
    "nothing": (nothing, "None after 0 s"),
    "all": (waits_for_all, "donedonedone after 10 s"),
    "two fail": (two_fail, "ExceptionGroup(ValueError, KeyError) after 5 s"),
    "the block fails": (the_block_fails, "ExceptionGroup(KeyError, OSError) after 2 s"),
    "the block is interrupted": (the_block_is_interrupted, "ExceptionGroup(KeyError) after 4 s"),
    "the block tidies up and fails": (the_block_tidies_up_and_fails, "ExceptionGroup(KeyError, OSError) after 5 s"),
    "time is up": (time_is_up, "TimeoutError after 6 s"),
    "time is up inside": (partial(time_is_up, inside=50), "TimeoutError after 6 s"),
    "time is up, and an error": (partial(time_is_up, later=KeyError()), "ExceptionGroup(KeyError) after 6 s"),
    "a child is cancelled": (cancelled_from_outside, "None after 7 s"),
    "the owner is": (partial(the_owner_is_cancelled, times=1), "None after 1.3 s"),
    "the owner is, twice": (partial(the_owner_is_cancelled, times=2), "None after 1.3 s"),
    "the owner is, and an error": (
        partial(the_owner_is_cancelled, times=1, later=OSError()),
        "ExceptionGroup(ExceptionGroup(OSError)) after 1.3 s",
    ),
    "too late": (too_late, "RuntimeError after 0 s"),
    "while it is cancelled": (while_it_is_cancelled, "ExceptionGroup(KeyError, RuntimeError) after 2 s"),
    "while it is waiting": (while_it_is_waiting, "None after 10 s"),
    "ignores it": (ignores_it, "TimeoutError after 6.5 s"),
    "nested": (nested, "ExceptionGroup(ExceptionGroup(KeyError, ValueError), OSError) after 5 s"),
    "joined": (joined_in_the_block, "ExceptionGroup(KeyError) after 3 s"),
}


@both
@pytest.mark.parametrize("name", SAME)
def test_both_come_to_the_same_end(world: Any, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, end = SAME[name]
    assert world.run(ending(world, program)) == end
    assert capsys.readouterr().out == ""  # the kernel complains of no child


@both
@pytest.mark.parametrize(("seconds", "later"), [(20, KeyError()), (1, None)])
def test_an_interruption_is_not_lost_where_the_error_is_caught(world: Any, seconds: float, later: Any) -> None:
    if isinstance(world, Theirs) and sys.version_info < (3, 13):
        pytest.skip("mended in Python 3.13")
    program = partial(goes_on_after_an_error, seconds=seconds, later=later)
    assert world.run(ending(world, program)).startswith(f"TimeoutError after {6 if later else 5}")
