"""A loop that asyncio.Runner takes, and its threads, at the rims: errors, Ctrl-C, a full bell, a pool that is shut."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import ContextVar
from logging.handlers import QueueHandler, QueueListener
from queue import Queue, SimpleQueue
from typing import Any

import anyio.to_thread
import pytest
from fastapi import BackgroundTasks, Depends, FastAPI, Request

from ghetto_asyncio.service import asked
from press.catalogue import ROOT
from tests.support.peers.service import answers, calling
from tests.support.shell import run

Loop: Any = asked.Loop
Said = list[dict[str, Any]]
PROCESSES = """\
import asyncio, multiprocessing
from concurrent.futures import ProcessPoolExecutor
from ghetto_asyncio.monday.who_sees import sign_in

SEEN = "__import__('ghetto_asyncio.monday.who_sees', fromlist=['user']).user.get()"

async def request(name, pool):
    await sign_in(name)
    return await asyncio.get_running_loop().run_in_executor(pool, eval, SEEN)

async def main(kind):
    with ProcessPoolExecutor(2, multiprocessing.get_context(kind)) as pool:
        print(kind, *[await asyncio.create_task(request(name, pool)) for name in ("Ann", "Bob")])

for kind in "fork", "spawn":
    asyncio.run(main(kind))
"""


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Said:
    """What asyncio's log is told; the log itself hears nothing, since a message there counts as a leak."""
    said: Said = []
    log = logging.getLogger("asyncio")
    monkeypatch.setattr(log, "error", lambda message, **more: said.append({"message": message, **more}))
    return said


def fail(error: BaseException) -> None:
    """Raise an error."""
    raise error


def test_a_handler_that_fails_is_in_the_log_and_the_loop_goes_on(logged: Said) -> None:
    called: list[str] = []
    with closing(Loop()) as loop:
        loop.set_exception_handler(lambda loop, context: fail(asyncio.CancelledError("of the handler")))
        loop.call_soon(int, "seven")
        loop.call_soon(called.append, "next")
        loop.run_once()
        loop.set_exception_handler(lambda loop, context: fail(KeyboardInterrupt()))
        loop.call_soon(int, "seven")
        with pytest.raises(KeyboardInterrupt):
            loop.run_once()
    (said,) = logged
    first, context = said["message"].splitlines()
    assert (called, first) == (["next"], "Unhandled error in exception handler")
    assert "invalid literal" in context
    assert said["exc_info"].args == ("of the handler",)


def test_without_a_handler_the_log_has_all_that_is_known(logged: Said) -> None:
    soup = ValueError("soup")
    with closing(Loop()) as loop:
        loop.call_exception_handler({"message": "lost 100 %s", "order": 7, "exception": soup})
        loop.call_exception_handler({"message": "and no error"})
        loop.call_exception_handler({})
    assert logged == [
        {"message": "lost 100 %s\norder: 7", "exc_info": soup}, {"message": "and no error", "exc_info": None},
        {"message": "Unhandled exception in event loop", "exc_info": None},
    ]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, asyncio.CancelledError])
def test_an_error_of_main_is_raised_and_not_logged(error: type[BaseException], logged: Said) -> None:
    async def main() -> None:
        raise error

    with asyncio.Runner(loop_factory=Loop) as runner, pytest.raises(error):
        runner.run(main())
    gc.collect()
    assert logged == []
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


def test_no_loop_runs_inside_another() -> None:
    async def main(inner: Any) -> None:
        future = inner.create_future()
        with pytest.raises(RuntimeError, match="while another loop is running"):
            inner.run_until_complete(future)

    with closing(Loop()) as loop, closing(Loop()) as other:
        loop.run_until_complete(main(other))


def test_a_bell_that_is_full_loses_no_call() -> None:
    number = 3000
    seen: list[int] = []

    def ring(loop: Any) -> None:
        for each in range(number):
            loop.call_soon_threadsafe(seen.append, each)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        thread = threading.Thread(target=ring, args=(loop,))
        thread.start()
        thread.join()  # the loop reads nothing meanwhile
        await asyncio.sleep(0)

    with asyncio.Runner(loop_factory=Loop, debug=False) as runner:
        runner.run(main())
    assert seen == list(range(number))


def test_ctrl_c_is_raised_when_the_thread_has_ended() -> None:
    go_on, log = threading.Event(), []

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        go_on.wait(5)
        log.append("the thread ends")

    async def main() -> None:
        try:
            await asyncio.to_thread(work)
        except asyncio.CancelledError:
            log.append("main is cancelled")
            go_on.set()
            raise

    with pytest.raises(KeyboardInterrupt), asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(main())
    assert log == ["main is cancelled", "the thread ends"]


def test_a_pool_that_is_shut_takes_no_work_and_waits_for_what_it_has() -> None:
    go_on, log = threading.Event(), []

    def work() -> None:
        go_on.wait(5)
        log.append("done")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        working = loop.run_in_executor(None, work)
        loop.call_soon(go_on.set)
        await loop.shutdown_default_executor()
        assert log == ["done"]
        with pytest.raises(RuntimeError, match="shutdown"):
            await loop.run_in_executor(None, work)
        await working

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(main())


def test_a_loop_may_be_closed_while_a_thread_works() -> None:
    go_on, here = threading.Event(), []

    def work() -> None:
        here.append(threading.current_thread())
        go_on.wait(5)

    with closing(Loop()) as loop:
        future = loop.run_in_executor(None, work)
        loop.run_until_complete(asyncio.wait([future], timeout=0))
        future.cancel()
        loop.run_until_complete(asyncio.wait([future]))
    go_on.set()
    here[0].join(5)
    assert not here[0].is_alive()


def test_a_pool_handed_in_is_the_default() -> None:
    async def main() -> str:
        pool = ThreadPoolExecutor(1, thread_name_prefix="kitchen")
        asyncio.get_running_loop().set_default_executor(pool)
        return await asyncio.to_thread(lambda: threading.current_thread().name)

    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(main()) == "kitchen_0"


def test_without_a_context_what_a_thread_sets_is_there_for_its_next_call() -> None:
    user = ContextVar("user", default="no user")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(user.set, "Ann").result()
        assert pool.submit(user.get).result() == "Ann"


def test_forked_processes_see_the_user_of_the_first_call_and_others_see_none() -> None:
    done = run(sys.executable, "-c", PROCESSES, environment={"PYTHONPATH": str(ROOT)})
    assert done.said.split("\n")[:2] == ["fork Ann Ann", "spawn no user no user"], done.said


@pytest.mark.parametrize(("path", "patience", "statuses"), [("/def", 0.05, {200, 500}), ("/async", 5, {200})])
def test_a_def_endpoint_needs_a_thread_between_the_ends_of_its_dependency(
    path: str, patience: float, statuses: set[int],
) -> None:
    app, pool = FastAPI(), Queue[str]()
    pool.put("the one connection")

    def connection() -> Iterator[str]:
        connected = pool.get(timeout=patience)
        yield connected
        pool.put(connected)

    @app.get("/async", dependencies=[Depends(connection)])
    async def _async() -> str:
        return "done"

    @app.get("/def", dependencies=[Depends(connection)])
    def _def() -> str:
        return "done"

    async def main() -> set[int]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = 2
        async with calling(app, raise_app_exceptions=False) as client:
            return {each.status_code for each in await asyncio.gather(*[client.get(path) for _ in range(3)])}

    assert asyncio.run(main()) == statuses


def test_what_the_page_says_of_fastapi() -> None:
    user = ContextVar("user", default="no user")
    app, here = FastAPI(), threading.current_thread()

    def in_thread() -> None:
        user.set("Ann")

    async def on_loop() -> None:
        user.set("Ann")

    def seen() -> tuple[str, bool]:
        return user.get(), threading.current_thread() is here

    async def seen_on_loop() -> tuple[str, bool]:
        return seen()

    async def tokens() -> float:
        return anyio.to_thread.current_default_thread_limiter().total_tokens

    for path, dependency, endpoint in (("/1", in_thread, seen_on_loop), ("/2", on_loop, seen_on_loop),
                                       ("/3", on_loop, seen)):
        app.get(path, dependencies=[Depends(dependency)])(endpoint)
    seen_by = [answer.json() for answer in answers(app, "/1", "/2", "/3")]
    assert seen_by == [["no user", True], ["Ann", True], ["Ann", False]]
    assert asyncio.run(tokens()) == 40


def test_whom_a_background_task_and_a_filter_of_the_log_see() -> None:
    user = ContextVar("user", default="no user")
    app, log, seen, records = FastAPI(), logging.Logger("here"), list[tuple[str, str]](), SimpleQueue[Any]()

    class Seen(logging.Handler):
        def filter(self, record: logging.LogRecord) -> bool:
            seen.append((record.getMessage(), user.get()))
            return False

    async def look_on_loop() -> None:
        seen.append(("async def", user.get()))

    async def depends() -> None:
        user.set("Ann")

    def in_thread() -> None:
        user.set("Ann")

    def say(after: BackgroundTasks) -> None:
        log.info("log")
        after.add_task(lambda: seen.append(("def", user.get())))
        after.add_task(look_on_loop)

    @app.get("/1", dependencies=[Depends(depends)])
    async def _dependency(after: BackgroundTasks) -> None:
        say(after)

    @app.get("/2", dependencies=[Depends(depends)])
    async def _endpoint(after: BackgroundTasks) -> None:
        user.set("Bob")
        say(after)

    @app.get("/3", dependencies=[Depends(in_thread)])
    def _thread(after: BackgroundTasks) -> None:
        user.set("Bob")
        say(after)

    log.addHandler(Seen())
    log.addHandler(QueueHandler(records))
    listener = QueueListener(records, Seen())
    answers(app, "/1", "/2", "/3")
    listener.start()
    listener.stop()
    assert seen[:9] == [
        ("log", "Ann"), ("def", "Ann"), ("async def", "Ann"),
        ("log", "Bob"), ("def", "Bob"), ("async def", "Bob"),
        ("log", "Bob"), ("def", "no user"), ("async def", "no user"),
    ]
    assert seen[9:] == [("log", "no user")] * 3, "at the far end of the queue"


def test_a_middleware_does_not_see_what_the_endpoint_has_set() -> None:
    user, app, seen = ContextVar("user", default="no user"), FastAPI(), list[str]()

    @app.middleware("http")
    async def _look(request: Request, call_next: Any) -> Any:
        user.set("Ann")
        answer = await call_next(request)
        seen.append(user.get())
        return answer

    @app.get("/")
    async def _endpoint() -> None:
        seen.append(user.get())
        user.set("Bob")

    answers(app, "/")
    assert seen == ["Ann", "Ann"]
