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
from collections.abc import Callable, Coroutine, Iterator
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


def play(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run on the loop that is asked."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(main())


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

    with pytest.raises(error):
        play(main)
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

    play(main)
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

    with pytest.raises(KeyboardInterrupt):
        play(main)
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

    play(main)


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

    assert play(main) == "kitchen_0"


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


def test_fastapi_has_40_threads() -> None:
    async def tokens() -> float:
        return anyio.to_thread.current_default_thread_limiter().total_tokens

    assert asyncio.run(tokens()) == 40


def test_whom_each_function_of_a_service_sees() -> None:
    user: ContextVar[str] = ContextVar("user", default="no user")
    app, log, seen, records = FastAPI(), logging.Logger("here"), list[str](), SimpleQueue[Any]()

    def see(what: str) -> None:
        here = "" if threading.current_thread() is threading.main_thread() else " in a thread"
        seen.append(f"{what}: {user.get()}{here}")

    async def look(what: str) -> None:
        see(what)

    def in_thread() -> None:
        user.set("Ann")

    async def on_loop() -> None:
        user.set("Ann")

    def say(sets: str, after: BackgroundTasks) -> None:
        see("endpoint")
        if sets:
            user.set(sets)
        log.info("log")
        after.add_task(see, "def task")
        after.add_task(look, "async def task")

    def endpoint(after: BackgroundTasks, sets: str = "") -> None:
        say(sets, after)

    async def endpoint_on_loop(after: BackgroundTasks, sets: str = "") -> None:
        say(sets, after)

    @app.middleware("http")
    async def _middleware(request: Request, call_next: Any) -> Any:
        answer = await call_next(request)
        see("middleware")
        return answer

    class Seen(logging.Handler):
        def filter(self, record: logging.LogRecord) -> bool:
            see(record.getMessage())
            return False

    for path, dependency, function in (("/1", on_loop, endpoint_on_loop), ("/2", in_thread, endpoint),
                                       ("/3", on_loop, endpoint)):
        app.get(path, dependencies=[Depends(dependency)])(function)
    log.addHandler(Seen())
    log.addHandler(QueueHandler(records))
    listener = QueueListener(records, Seen())
    answers(app, "/1", "/1?sets=Bob", "/2?sets=Bob", "/3")
    listener.start()
    listener.stop()
    assert [each for each in seen if "middleware" not in each] == [
        "endpoint: Ann", "log: Ann", "def task: Ann in a thread", "async def task: Ann",
        "endpoint: Ann", "log: Bob", "def task: Bob in a thread", "async def task: Bob",
        "endpoint: no user in a thread", "log: Bob in a thread", "def task: no user in a thread",
        "async def task: no user", "endpoint: Ann in a thread", "log: Ann in a thread", "def task: Ann in a thread",
        "async def task: Ann", *["log: no user in a thread"] * 4,
    ]
    assert seen.count("middleware: no user") == 4
