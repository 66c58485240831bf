"""What the sessions of the tasks cannot say: cancelled at every moment, refused, failed, closed, forgotten."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import weakref
from asyncio import CancelledError
from collections.abc import Generator
from contextlib import closing, suppress
from types import coroutine
from typing import Any

import pytest

from ghetto_asyncio.stopping.task import Task
from ghetto_asyncio.tasks import named
from tests.support.loops.tasks import Loop, new_loop, rounds

jumping = pytest.fixture(new_loop, name="loop")


@coroutine
def wish(wanted: object = None) -> Generator[object, None, None]:
    """Hand something to the task."""
    yield wanted


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize(
    ("before", "log"),
    [(0, []), (1, ["begun", "cancelled"]), (2, ["begun", "cancelled"])],
    ids=["before its first step", "ready", "waiting"],
)
def test_a_task_is_cancelled_once_however_often_it_is_asked(loop: Any, before: int, log: list[str], times: int) -> None:
    said = []

    async def work() -> None:
        said.append("begun")
        try:
            await wish()
            await loop.sleep(60)
        except CancelledError:
            said.append("cancelled")
            raise

    task = loop.create_task(work())
    rounds(loop, before)
    assert [task.cancel() for _ in range(times)] == [True] * times
    loop.run_until_idle()
    assert (said, task.state, loop.time(), task.cancel()) == (log, "cancelled", 0, False)
    with pytest.raises(CancelledError):
        task.result()


def test_a_task_may_tidy_up_and_stay(loop: Any) -> None:
    async def work() -> str:
        with suppress(CancelledError):
            await loop.sleep(60)
        await loop.sleep(5)
        return "stays"

    task = loop.create_task(work())
    rounds(loop, 1)
    task.cancel()
    assert (loop.run_until_complete(task), loop.time()) == ("stays", 5)


def test_who_cancels_itself_hears_of_it_at_the_next_await(loop: Any) -> None:
    async def work() -> None:
        assert task.cancel()
        with pytest.raises(CancelledError):
            await loop.sleep(60)
        assert task.cancel()
        with pytest.raises(CancelledError):
            await wish()

    task = loop.create_task(work())
    loop.run_until_complete(task)
    assert (task.state, loop.time()) == ("finished", 0)


def test_cancelling_goes_to_what_is_awaited_and_comes_back(loop: Any) -> None:
    async def outer() -> None:
        await inner

    inner = loop.create_task(loop.sleep(60))
    tasks = [loop.create_task(outer()) for _ in range(3)]
    rounds(loop, 2)
    assert tasks[1].cancel()
    loop.run_until_idle()
    assert {task.state for task in [inner, *tasks]} == {"cancelled"}


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_ctrl_c_leaves_the_loop_and_is_kept_too(loop: Any, interrupt: type[BaseException]) -> None:
    async def work() -> None:
        raise interrupt

    task = loop.create_task(work())
    with pytest.raises(interrupt):
        loop.run_until_idle()
    assert isinstance(task.error, interrupt)


@pytest.mark.parametrize("foreign", [7, "me", (), object, [], asyncio.sleep])
def test_what_is_foreign_is_refused_at_the_await(loop: Any, foreign: object) -> None:
    async def work() -> str:
        with pytest.raises(RuntimeError, match="cannot wait for"):
            await wish(foreign)
        await loop.sleep(1)
        return "goes on"

    assert loop.run_until_complete(work()) == "goes on"


def test_itself_and_who_belongs_to_another_loop_are_refused() -> None:
    async def work(wanted: list[Any]) -> None:
        await wanted[0]

    with closing(named.Loop()) as loop, closing(named.Loop()) as other:
        for wanted in (other.create_future(), other.create_task(other.sleep(1)), None):
            wish_list = [wanted]
            task = loop.create_task(work(wish_list))
            wish_list[0] = wanted or task
            with pytest.raises(RuntimeError, match="cannot wait for"):
                loop.run_until_complete(task)


def test_the_traceback_leads_to_the_line_and_does_not_grow(loop: Any) -> None:
    async def fails() -> None:
        raise LookupError

    async def asks(task: Any) -> list[str]:
        try:
            await task
        except LookupError as error:
            found, names = error.__traceback__, []
            while found:
                names.append(found.tb_frame.f_code.co_name)
                found = found.tb_next
            return names
        raise AssertionError

    task = loop.create_task(fails())
    told = [loop.run_until_complete(asks(task)) for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert (told[0][0], told[0][-1]) == ("asks", "fails")


def test_a_closed_loop_has_closed_everybody(capfd: pytest.CaptureFixture[str]) -> None:
    log: list[str] = []

    async def waits(name: str) -> None:
        try:
            await loop.create_future()
        finally:
            log.append(name)

    async def is_polite() -> None:
        try:
            await loop.create_future()
        finally:
            await loop.sleep(1)

    with closing(Loop()) as loop:
        kept = [loop.create_task(work) for work in (waits("Ann"), is_polite(), waits("Bob"))]
        loop.run_until_idle()
        kept.append(loop.create_task(waits("Eve")))
    assert sorted(log) == ["Ann", "Bob"]
    assert capfd.readouterr().err.count("coroutine ignored GeneratorExit") == 1
    assert {task.state for task in kept} == {"pending"}


def test_a_clean_up_that_ends_by_what_is_no_exception_leaves_nobody_behind(capfd: pytest.CaptureFixture[str]) -> None:
    class Odd(BaseException):
        pass

    log: list[str] = []

    async def waits(name: str, error: BaseException | None = None) -> None:
        try:
            await loop.create_future()
        finally:
            log.append(name)
            if error:
                raise error

    with closing(Loop()) as loop:
        kept = [loop.create_task(work) for work in (waits("Ann", Odd()), waits("Bob", Odd()), waits("Eve"))]
        loop.run_until_idle()
    assert (sorted(log), len(kept)) == (["Ann", "Bob", "Eve"], 3)
    assert capfd.readouterr().err.count("Odd") == 2
    assert loop.selector.get_map() is None


def test_many_tasks_came_and_went(loop: Any) -> None:
    async def crowd() -> None:
        tasks = [loop.create_task(loop.sleep(number % 7)) for number in range(10_000)]
        seen.extend(map(weakref.ref, tasks[::100]))
        for task in tasks:
            await task

    seen: list[weakref.ref[Any]] = []
    loop.run_until_complete(crowd())
    gc.collect()
    assert [ref for ref in seen if ref()] == []
    assert (len(loop.tasks), len(loop.ready), loop.timers.heap, loop.time()) == (0, 0, [], 6)


def test_nobody_is_current_outside_and_the_name_is_kept() -> None:
    with closing(named.Loop()) as loop:
        task = loop.create_task(wish_and_fail(loop), name="Ann")
        loop.call_soon(lambda: seen.append(loop.current_task()))
        seen: list[Any] = []
        loop.run_until_idle()
        assert (seen, loop.current_task(), repr(task)) == ([None], None, "<Ann: wish_and_fail, finished>")


async def wish_and_fail(loop: Any) -> None:
    """Look who is current, and fail."""
    assert isinstance(loop.current_task(), Task)
    await wish()
    raise LookupError
