"""What the page on the others says beside its sessions: who is left, what a group hides, what FastAPI makes of it."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import random
import textwrap
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import fastapi
import httpx
import pytest
from fastapi import HTTPException

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.budget import handler, retry
from ghetto_asyncio.monday.thousand import Kitchen
from ghetto_asyncio.monday.workers import with_workers
from tests.support.illustrations import illustration
from tests.support.peers.service import answers

shown = partial(illustration, "yours/what-becomes-of-the-others")


def play(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run main() on the clock that jumps; return its result if it leaves no task running."""

    async def alone() -> Any:
        result = await main()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return result

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        return runner.run(alone())


@pytest.mark.parametrize("when", [0.5, 49.5])
def test_a_cancelled_caller_leaves_no_worker(when: float) -> None:
    async def main() -> None:
        kitchen = Kitchen(None)
        task = asyncio.create_task(with_workers(2, kitchen.cook, range(100)))
        await asyncio.sleep(when)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert kitchen.asked <= 2 * when + 2

    play(main)


def test_ten_loops_over_the_list_itself_send_each_order_ten_times() -> None:
    kitchen = Kitchen(None)

    async def main() -> None:
        orders = list(range(20))

        async def work() -> None:
            for order in orders:
                await kitchen.cook(order)

        async with asyncio.TaskGroup() as group:
            for _ in range(10):
                group.create_task(work())

    play(main)
    assert kitchen.asked == 10 * 20


def test_an_error_that_is_the_answer_stops_no_other() -> None:
    kitchen = Kitchen(50)

    async def careful(number: int) -> object:
        try:
            return await kitchen.cook(number)
        except Exception as error:
            return error

    answers = play(lambda: with_workers(10, careful, range(100)))
    assert len(answers) == 100
    assert [each for each in answers if isinstance(each, OSError)] == [answers[50]]


@pytest.mark.parametrize("number", [1, 3])
def test_a_job_that_is_cancelled_is_not_missed_in_silence(number: int) -> None:
    async def job(item: int) -> int:
        await asyncio.sleep(1)
        if item == 9:
            raise asyncio.CancelledError
        return item

    async def main() -> None:
        with pytest.raises(asyncio.CancelledError):
            await with_workers(number, job, range(10))

    play(main)


def test_a_clean_up_that_fails_does_not_outlast_the_budget() -> None:
    async def ask() -> None:
        try:
            await asyncio.sleep(4)
        finally:
            raise OSError("cannot close")

    async def main() -> float:
        with pytest.raises(OSError, match="cannot close"):
            await handler(ask, 6, random.Random(7))
        return asyncio.get_running_loop().time()

    assert play(main) == 6


def test_a_limit_inside_the_loop_is_tried_again_and_one_outside_ends_it() -> None:
    tries = []

    async def ask() -> None:
        tries.append(asyncio.get_running_loop().time())
        async with asyncio.timeout(1):
            await asyncio.sleep(3600)

    async def main() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(6):
                await retry(ask, pause=0)
        return asyncio.get_running_loop().time()

    assert play(main) == 6
    assert tries[:2] == [0, 1]


class Burnt(Exception):
    """An error for which the application has a handler."""


def answer(handler: Callable[[], Awaitable[None]], *, raising: bool = False) -> int:
    """Return the status that a client of this handler gets from FastAPI."""

    async def burnt(_request: fastapi.Request, _error: Exception) -> fastapi.Response:
        return fastapi.Response(status_code=418)

    app = fastapi.FastAPI(exception_handlers={Burnt: burnt})
    app.get("/")(handler)
    return answers(app, "/", raise_app_exceptions=raising)[0].status_code


async def fail() -> None:
    """Raise what the page raises."""
    raise HTTPException(404, "no kitchen for Bob")


async def burn() -> None:
    """Raise what the application handles."""
    raise Burnt


def grouped(child: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a handler in which a child of a group raises it."""
    async def handler() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(child())

    return handler


@pytest.mark.parametrize(("error", "status"), [(fail, 404), (burn, 418)])
def test_fastapi_makes_500_of_a_group_with_an_error_that_it_knows(error: Any, status: int) -> None:
    assert answer(error) == status
    assert answer(grouped(error)) == 500


def test_the_log_on_the_page_has_the_lines_of_the_group() -> None:
    with pytest.raises(ExceptionGroup) as raised:
        answer(grouped(fail), raising=True)
    lines = "".join(traceback.format_exception(raised.value)).splitlines()
    wanted = shown("group-in-the-log").splitlines()[1:]
    assert [line for line in lines if line in wanted] == wanted


def test_what_the_page_unpacks_is_404_again() -> None:
    program = shown("out-of-the-group").replace("...", "group.create_task(fail())")
    assert "create_task" in program
    names: dict[str, Any] = {"asyncio": asyncio, "HTTPException": HTTPException, "fail": fail}
    exec("async def handler():\n" + textwrap.indent(program, "    "), names)
    assert answer(names["handler"]) == 404


def test_errors_of_httpx_are_no_oserror() -> None:
    assert issubclass(httpx.ReadTimeout, httpx.TransportError)
    assert not issubclass(httpx.TransportError, OSError)
