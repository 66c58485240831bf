"""The loop that asyncio.Runner takes: Ctrl-C, contexts, names, and other loops' futures."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import closing
from contextvars import ContextVar, copy_context
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.runner import loop

Loop: Any = loop.Loop
BOTH = pytest.mark.parametrize("new_loop", [jumping(Loop), AsyncioLoop], ids=["ours", "asyncio"])
REAL = pytest.mark.parametrize("new_loop", [Loop, asyncio.SelectorEventLoop], ids=["ours", "asyncio"])
New = Callable[[], Any]
USER: ContextVar[str] = ContextVar("user", default="nobody")


@REAL
def test_ctrl_c_wakes_a_loop_that_sleeps_and_main_tidies_up(new_loop: New) -> None:
    said: list[str] = []

    async def main() -> None:
        presses.start()
        try:
            await asyncio.sleep(60)
        finally:
            said.append("tidied up")

    presses = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    with asyncio.Runner(loop_factory=new_loop) as runner, pytest.raises(KeyboardInterrupt):
        runner.run(main())
    presses.join()
    assert said == ["tidied up"]


@REAL
def test_a_thread_wakes_a_loop_that_sleeps(new_loop: New) -> None:
    async def main() -> str:
        running = asyncio.get_running_loop()
        soup: asyncio.Future[str] = running.create_future()
        cook = threading.Timer(0.05, running.call_soon_threadsafe, (soup.set_result, "soup"))
        cook.start()
        cooked = await soup
        cook.join()
        return cooked

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(main()) == "soup"


def test_a_bell_that_is_full_loses_no_call() -> None:
    called: list[int] = []
    with closing(Loop()) as ours:
        for number in range(100_000):
            ours.call_soon_threadsafe(called.append, number)
        ours.run_until_complete(asyncio.sleep(0))
    assert called == [*range(100_000)]


@BOTH
def test_who_sees_whom(new_loop: New) -> None:
    """Tasks, done callbacks, timers, a context that is named, and what main() has set in its Runner's."""
    seen: dict[str, str] = {}

    def look(place: str, *_: object) -> None:
        seen[place] = USER.get()

    async def child(place: str) -> None:
        look(place)
        USER.set(place)
        await asyncio.sleep(1)
        look(f"{place}, later")

    async def main() -> None:
        running = asyncio.get_running_loop()
        USER.set("Ann")
        other = copy_context()
        other.run(USER.set, "Eve")
        future = running.create_future()
        future.add_done_callback(lambda _: look("done callback"))
        future.add_done_callback(lambda _: look("done callback of Eve"), context=other)
        running.call_soon(look, "soon")
        running.call_later(1, look, "later")
        running.call_soon(look, "soon, Eve", context=other)
        tasks = [running.create_task(child("child")), running.create_task(child("Eve's child"), context=other)]
        token = USER.set("Bob")
        future.set_result(None)
        future.add_done_callback(lambda _: look("too late"))
        await asyncio.wait(tasks)
        USER.reset(token)
        look("main")

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
        kept: Any = runner
        seen["runner"] = kept._context.get(USER)
    assert seen == {
        "done callback": "Ann", "done callback of Eve": "Eve's child", "soon": "Ann", "later": "Ann",
        "soon, Eve": "Eve", "child": "Ann", "Eve's child": "Eve", "child, later": "child",
        "Eve's child, later": "Eve's child", "too late": "Bob", "main": "Ann", "runner": "Ann",
    }
    assert USER.get() == "nobody"


@BOTH
def test_tasks_have_names_coroutines_and_a_place_on_the_list(new_loop: New) -> None:
    async def tea() -> str:
        await asyncio.sleep(1)
        return "tea"

    async def main() -> None:
        coro = tea()
        task = asyncio.create_task(coro, name="tea")
        assert task.get_name() == "tea"
        assert task.get_coro() is coro
        assert asyncio.all_tasks() == {task, asyncio.current_task()}
        task.set_name(7)
        assert task.get_name() == "7"
        one, two = asyncio.create_task(tea()), asyncio.create_task(tea())
        assert one.get_name().startswith("Task-")
        assert one.get_name() != two.get_name()
        assert [*await asyncio.gather(task, one, two)] == ["tea"] * 3
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())


@BOTH
def test_a_callback_is_taken_back(new_loop: New) -> None:
    called: list[str] = []
    with closing(new_loop()) as ours:
        future = ours.create_future()

        def callback(_: object) -> None:
            called.append("called")

        future.add_done_callback(callback)
        future.add_done_callback(callback)
        future.add_done_callback(lambda _: called.append("other"))
        assert future.remove_done_callback(callback) == 2
        assert future.remove_done_callback(callback) == 0
        future.set_result(None)
        ours.run_until_complete(future)
        assert future.remove_done_callback(callback) == 0
    assert called == ["other"]


@BOTH
def test_a_loop_that_is_closed_makes_no_calls(new_loop: New) -> None:
    ours = new_loop()
    assert not ours.is_closed()
    ours.close()
    ours.close()
    assert ours.is_closed()
    for ask in (ours.call_soon, ours.call_soon_threadsafe):
        with pytest.raises(RuntimeError, match="Event loop is closed"):
            ask(print)
    with pytest.raises(RuntimeError, match="Event loop is closed"):
        ours.call_later(1, print)


@BOTH
def test_a_callback_that_fails_is_in_the_log_and_the_next_one_is_called(
    new_loop: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    called: list[str] = []
    monkeypatch.setattr(logging.getLogger("asyncio"), "error", lambda message, **_: said.append(message))

    def fails() -> None:
        raise ZeroDivisionError

    async def main() -> None:
        asyncio.get_running_loop().call_soon(fails)
        asyncio.get_running_loop().call_soon(called.append, "next")
        await asyncio.sleep(1)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
    assert called == ["next"]
    assert [line.split("\n")[0][:21] for line in said] == ["Exception in callback"]


@BOTH
def test_what_main_leaves_behind_is_cancelled_and_waited_for(new_loop: New) -> None:
    said: list[str] = []

    async def guest() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(5)
            said.append(f"pays at {asyncio.get_running_loop().time():g}")

    async def main() -> None:
        said.append(repr(asyncio.create_task(guest()).done()))
        await asyncio.sleep(1)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
    assert said == ["False", "pays at 6"]
    gc.collect()


@BOTH
def test_what_no_task_can_wait_for(new_loop: New) -> None:
    """Itself, a future of another loop, and what is no future: the error comes to the await, and the task goes on."""
    class Odd:
        def __await__(self) -> Any:
            yield "odd"

    async def main() -> list[str]:
        said: list[str] = []
        for wanted in (asyncio.current_task(), Odd(), other.create_future()):
            try:
                await wanted  # type: ignore[misc]
            except RuntimeError as error:
                said.append(str(error))
        return said

    with closing(new_loop()) as other, asyncio.Runner(loop_factory=new_loop) as runner:
        said = runner.run(main())
    assert len(said) == 3
    assert "attached to a different loop" in said[2]
