"""The task that can't be cancelled does what the one does that can, as long as no task is cancelled."""
from __future__ import annotations

# mypy: allow-untyped-calls
from collections.abc import Generator
from contextlib import closing
from types import coroutine
from typing import Any

import pytest

from ghetto_asyncio.stopping import task as stopping
from ghetto_asyncio.tasks import task
from ghetto_asyncio.tasks.virtual import Loop


@coroutine
def wish(wanted: object = None) -> Generator[object, None, None]:
    """Hand something to the task."""
    yield wanted


def said(new_task: Any) -> list[object]:
    """Return what tasks say that sleep, give way, fail, await each other, and wish for what cannot be had."""
    log: list[object] = []

    async def boil(dish: str, seconds: float) -> str:
        await loop.sleep(seconds)
        log.append((dish, loop.time()))
        return dish

    async def burn() -> None:
        await wish()
        raise ValueError("burnt")

    async def breakfast() -> object:
        tea, eggs, toast = (loop.create_task(coro) for coro in (boil("tea", 3), boil("eggs", 5), burn()))
        for wanted in (7, main):
            try:
                await wish(wanted)
            except RuntimeError as error:
                log.append(str(error)[:25])
        try:
            await toast
        except ValueError as error:
            log.append(repr(error))
        return await tea, await eggs, await tea

    with closing(Loop()) as loop:
        loop.new_task = new_task
        main = loop.create_task(breakfast())
        return [loop.run_until_complete(main), loop.time(), *log]


def test_both_say_the_same() -> None:
    refused = ["a task cannot wait for 7", "a task cannot wait for <g", "ValueError('burnt')"]
    assert said(task.Task) == [("tea", "eggs", "tea"), 5, *refused, ("tea", 3), ("eggs", 5)]
    assert said(task.Task) == said(stopping.Task)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_the_end_of_the_program_goes_through(kind: type[BaseException]) -> None:
    async def end() -> None:
        raise kind

    jumping: Any = Loop()
    with closing(jumping) as loop:
        loop.new_task = task.Task
        loop.create_task(end())
        with pytest.raises(kind):
            loop.run_once()
