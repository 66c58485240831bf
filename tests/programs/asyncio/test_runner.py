"""The loop that asyncio.Runner takes: Ctrl-C, contexts, and other loops' futures."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import logging
import os
import signal
import threading
from contextlib import closing
from contextvars import ContextVar, copy_context
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.runner import loop

Loop: Any = loop.Loop
New: Any = jumping(Loop)
USER: ContextVar[str] = ContextVar("user", default="nobody")


def test_ctrl_c_wakes_a_loop_that_sleeps_and_main_tidies_up() -> None:
    said: list[str] = []

    async def main() -> None:
        presses.start()
        try:
            await asyncio.sleep(60)
        finally:
            said.append("tidied up")

    presses = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    with asyncio.Runner(loop_factory=Loop) as runner, pytest.raises(KeyboardInterrupt):
        runner.run(main())
    presses.join()
    assert said == ["tidied up"]


def test_who_sees_whom() -> None:
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

    with asyncio.Runner(loop_factory=New) as runner:
        runner.run(main())
        kept: Any = runner
        seen["runner"] = kept._context.get(USER)
    assert seen == {
        "done callback": "Ann", "done callback of Eve": "Eve's child", "soon": "Ann", "later": "Ann",
        "soon, Eve": "Eve", "child": "Ann", "Eve's child": "Eve", "child, later": "child",
        "Eve's child, later": "Eve's child", "too late": "Bob", "main": "Ann", "runner": "Ann",
    }
    assert USER.get() == "nobody"


def test_a_callback_is_taken_back() -> None:
    called: list[str] = []
    with closing(New()) as ours:
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


def test_a_callback_that_fails_is_in_the_log_and_the_next_one_is_called(
    monkeypatch: pytest.MonkeyPatch
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

    with asyncio.Runner(loop_factory=New) as runner:
        runner.run(main())
    assert called == ["next"]
    assert [line.split("\n")[0][:21] for line in said] == ["Exception in callback"]


def test_what_no_task_can_wait_for() -> None:
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

    with closing(New()) as other, asyncio.Runner(loop_factory=New) as runner:
        said = runner.run(main())
    assert len(said) == 3
    assert "attached to a different loop" in said[2]
