"""Locks with owners, a loop that draws lots, and the fixtures of the page, run as a reader would."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import io
import os
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import Depends, FastAPI, WebSocket
from fastapi.requests import HTTPConnection
from fastapi.responses import StreamingResponse
from starlette.middleware.base import BaseHTTPMiddleware

from ghetto_asyncio.clocks import virtual
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday import crossed_locks, crossed_locks_bug, lots
from ghetto_asyncio.monday.crossed_locks_bug import Kitchen, rush
from ghetto_asyncio.monday.last_table_bug import Evening, answer, two_guests
from ghetto_asyncio.monday.owned import Owned, report, wanted
from ghetto_asyncio.monday.solutions import last_table
from ghetto_asyncio.runner import loop as built
from ghetto_asyncio.service.loop import Loop as Service
from ghetto_asyncio.tasks.where import dump
from press.catalogue import ROOT
from tests.programs.yours.libraries import meet
from tests.support.illustrations import illustration
from tests.support.peers.service import calling
from tests.support.shell import run


def on_asyncio(main: Coroutine[Any, Any, Any]) -> Any:
    """Run on asyncio's loop, in virtual time."""
    with asyncio.Runner(loop_factory=AsyncioLoop) as host:
        return host.run(main)


def kitchens() -> tuple[Any, Any]:
    """Return a grill and an oven, whose locks know their owners."""
    grill, oven = Kitchen("grill", "fish"), Kitchen("oven", "pizza")
    grill.lock, oven.lock = Owned("grill"), Owned("oven")
    return grill, oven


def test_a_lock_says_how_many_wait_and_a_stack_which_line() -> None:
    said = io.StringIO()
    grill, oven = Kitchen("grill", "fish"), Kitchen("oven", "pizza")

    def look() -> None:
        print(grill.lock, file=said)
        for task in asyncio.all_tasks():
            if task.get_name() in {"Ann", "Bob"}:
                task.print_stack(file=said)

    async def main() -> None:
        asyncio.get_running_loop().call_later(60, look)
        await rush(grill, oven)

    on_asyncio(main())
    assert "[locked, waiters:1]>" in said.getvalue()
    assert said.getvalue().count("File ") == said.getvalue().count("async with there.lock:") == 2


def test_a_lock_that_is_taken_twice_waits_for_itself(capsys: pytest.CaptureFixture[str]) -> None:
    grill, _ = kitchens()

    async def main() -> None:
        asyncio.get_running_loop().call_later(60, report)
        await asyncio.wait([asyncio.create_task(crossed_locks.move("fish", grill, grill), name="Ann")], timeout=3600)

    on_asyncio(main())
    assert capsys.readouterr().out == "Ann wants the grill: Ann has it\n"
    assert not wanted


def test_with_a_limit_both_fail_if_they_began_at_once() -> None:
    async def limited(*args: Any) -> None:
        async with asyncio.timeout(5):
            await crossed_locks_bug.move(*args)

    async def main() -> tuple[Any, ...]:
        grill, oven = kitchens()
        moves = limited("fish", grill, oven), limited("pizza", oven, grill)
        return await asyncio.gather(*moves, return_exceptions=True)

    assert [type(error) for error in on_asyncio(main())] == [TimeoutError, TimeoutError]


@pytest.mark.parametrize("steps", range(5))
def test_who_is_cancelled_wants_no_lock_and_the_next_one_has_it(steps: int, capsys: pytest.CaptureFixture[str]) -> None:
    async def hold(lock: Owned) -> None:
        async with lock:
            await asyncio.sleep(3)

    async def main() -> None:
        lock = Owned("grill")
        ann, bob, eve = [asyncio.create_task(hold(lock), name=name) for name in ("Ann", "Bob", "Eve")]
        await asyncio.sleep(3)  # the lock is being handed from Ann to Bob
        for _ in range(steps):
            await asyncio.sleep(0)
        bob.cancel()
        await asyncio.wait([ann, bob])
        await asyncio.sleep(1)
        assert lock.owner is eve
        report()
        await eve
        assert lock.owner is None
        with pytest.raises(RuntimeError):
            lock.release()

    on_asyncio(main())
    assert not wanted
    assert capsys.readouterr().out == ""


def test_a_lock_on_its_way_has_no_owner(capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        lock = Owned("grill")
        await lock.acquire()
        task = asyncio.create_task(lock.acquire(), name="Bob")
        await asyncio.sleep(1)
        lock.release()
        report()
        await task

    on_asyncio(main())
    assert capsys.readouterr().out == "Bob wants the grill: no task has it\n"


class Shuffled(built.Loop, virtual.Loop):
    """Our loop, which makes the calls of each round in any order."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = Random(seed)

    def run_once(self) -> None:
        self.wait()
        calls = list(self.ready)
        self.ready.clear()
        self.chance.shuffle(calls)
        for call in calls:
            call.run()


def test_shuffled_rounds_keep_everybody_in_step() -> None:
    def booked(seed: int) -> int:
        loop: Any = Shuffled(seed)
        with asyncio.Runner(loop_factory=lambda: loop) as host:
            return len(host.run(two_guests(Evening())))

    assert Counter(map(booked, range(100))) == {1: 100}


def test_lots_keep_the_order_of_callbacks_and_draw_that_of_tasks() -> None:
    async def main() -> tuple[str, str]:
        calls: list[str] = []
        steps: list[str] = []

        async def task(name: str) -> None:
            steps.append(name)

        for name in "abcd":
            asyncio.get_running_loop().call_soon(calls.append, name)
        await asyncio.gather(*map(task, "abcd"))
        await asyncio.sleep(1)
        return "".join(calls), "".join(steps)

    calls, steps = zip(*(lots.run(main(), seed) for seed in range(20)), strict=True)
    assert set(calls) == {"abcd"}
    assert len(set(steps)) > 5
    assert on_asyncio(main()) == ("abcd", "abcd")


@pytest.mark.parametrize("factory", [AsyncioLoop, lambda: lots.Lots(1)])
def test_what_hangs_says_so(factory: Callable[[], Any]) -> None:
    async def main() -> None:
        grill, oven = kitchens()
        await asyncio.gather(crossed_locks_bug.move("fish", grill, oven), crossed_locks_bug.move("pizza", oven, grill))

    with asyncio.Runner(loop_factory=factory) as host, pytest.raises(RuntimeError, match="nothing will ever happen"):
        host.run(main())
    assert not wanted


AppLots: Any = type("AppLots", (lots.Lots, Service), {})
"""Draws on the loop that AnyIO takes, as the page does."""


def test_lots_on_the_last_loop_run_what_anyio_cancels() -> None:
    app = FastAPI()
    app.add_middleware(BaseHTTPMiddleware, dispatch=lambda request, call_next: call_next(request))

    @app.get("/")
    async def root() -> StreamingResponse:
        async def courses() -> AsyncIterator[str]:
            for course in "bread", "soup":
                await answer()
                yield course

        return StreamingResponse(courses())

    async def main() -> str:
        async with calling(app) as client:
            return (await client.get("/")).text

    with asyncio.Runner(loop_factory=lambda: AppLots(1)) as host:
        assert host.run(main()) == "breadsoup"


@pytest.mark.parametrize("stops", range(1, 4))
@pytest.mark.parametrize("error", [asyncio.CancelledError, KeyboardInterrupt])
def test_a_table_is_free_again_wherever_it_was_interrupted(stops: int, error: type[BaseException]) -> None:
    evening = last_table.Evening()
    booking: Awaitable[None] = evening.book("Ann", pages=2)
    steps = booking.__await__()
    for _ in range(stops):
        next(steps)
    with pytest.raises(error):
        steps.throw(error)
    assert (evening.free, evening.booked) == (1, [])


shown = partial(illustration, "yours/nobody-goes-on")


def named_app() -> FastAPI:
    """Return the app of the page, which names the tasks of its requests."""
    said: dict[str, Any] = {"asyncio": asyncio, "Depends": Depends, "FastAPI": FastAPI}
    said["HTTPConnection"] = HTTPConnection
    exec(shown("name-of-a-request"), said)
    app: FastAPI = said["app"]
    return app


def test_a_request_names_its_task(capsys: pytest.CaptureFixture[str]) -> None:
    app = named_app()
    grill, oven = kitchens()

    @app.put("/orders/{order}")
    async def put(order: str) -> None:
        await crossed_locks_bug.move(order, *((grill, oven) if order == "fish" else (oven, grill)))

    async def main() -> None:
        for seconds, look in (60, dump), (61, report):
            asyncio.get_running_loop().call_later(seconds, look)
        async with calling(app) as client:
            await asyncio.wait([asyncio.create_task(client.put(f"/orders/{order}")) for order in ("fish", "pizza")],
                               timeout=3600)

    on_asyncio(main())
    lines = capsys.readouterr().out.splitlines()
    assert [re.sub(" >.* > put", " > put", line) for line in lines if "PUT" in line] == [
        "PUT /orders/fish > put > move > __aenter__ > acquire > acquire",
        "PUT /orders/pizza > put > move > __aenter__ > acquire > acquire",
        "PUT /orders/fish wants the oven: PUT /orders/pizza has it",
        "PUT /orders/pizza wants the grill: PUT /orders/fish has it",
    ]


def test_a_web_socket_names_its_task_too() -> None:
    app, said = named_app(), []

    @app.websocket("/orders")
    async def orders(client: WebSocket) -> None:
        said.append(asyncio.current_task().get_name())  # type: ignore[union-attr]
        await client.close()

    asyncio.run(meet(app, "websocket", {"type": "websocket.connect"}, path="/orders"))
    assert said == ["WebSocket /orders"]


def test_the_fixtures_of_the_page_find_the_seeds(tmp_path: Path) -> None:
    imports = "".join(re.findall(r"^(?:from|import) .+\n", shown("fixture-of-lots"), re.MULTILINE))
    hour = (
        "import asyncio, pytest\nfrom ghetto_asyncio.clocks.virtual import AsyncioLoop\n"
        "@pytest.fixture\ndef anyio_backend():\n    return 'asyncio', {'loop_factory': AsyncioLoop}\n"
        "@pytest.mark.anyio\nasync def test_an_hour():\n    await asyncio.sleep(3600)\n"
        "    assert asyncio.get_running_loop().time() == 3600\n"
    )
    files = {"tables": shown("fixture-of-lots"), "lots": imports + shown("anyio-draws-lots"), "hour": hour}
    for name, text in files.items():
        (tmp_path / f"test_{name}.py").write_text(text, "utf-8")
    plain = ["-q", "-p", "anyio.pytest_plugin", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", "."]
    environment = {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    said = run(sys.executable, "-m", "pytest", *plain, cwd=tmp_path, environment=environment).said.splitlines()
    tables, lots_drawn = ([line for line in said if f"FAILED test_{name}" in line] for name in ("tables", "lots"))
    *last, ended = shown("seven-seeds-fail").splitlines()
    assert tables[-len(last) :] == last
    assert ended == f"{len(tables)} failed, {20 - len(tables)} passed"
    assert 0 < len(lots_drawn) < 20
    failed = len(tables) + len(lots_drawn)
    assert said[-1].startswith(f"{failed} failed, {41 - failed} passed")
