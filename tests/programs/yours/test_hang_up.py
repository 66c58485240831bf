"""Which handlers of FastAPI hear of a client who has left: the table on the page, measured with a real server."""

from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import logging
import re
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import anyio
import httpx
import pytest
from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse
from starlette.middleware.base import BaseHTTPMiddleware

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday.hang_up import hang_up
from ghetto_asyncio.monday.two_ends import reset
from ghetto_asyncio.monday.while_there import while_there
from press.catalogue import ROOT
from tests.support.peers.service import get, served

PAGE = (ROOT / "docs/yours/somebody-hangs-up.md").read_text("utf-8")
ENDS, ASKS, CANCELLED = "never, and works to the end", "when it asks", "is cancelled"
DROPPED = "is dropped at a `yield`"
ROWS = 100
"""Rows of a stream that never waits."""


class Visit:
    """A request in whose middle the client leaves, and what the handler hears of it."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.begun, self.may_end, self.over = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.may_end_too = threading.Event()
        self.client: Any = None
        self.heard = ENDS

    async def plain(self) -> None:
        self.begun.set()
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.heard = CANCELLED
            raise
        finally:
            self.over.set()

    def thread(self) -> None:
        self.loop.call_soon_threadsafe(self.begun.set)
        assert self.may_end_too.wait(10)
        self.loop.call_soon_threadsafe(self.over.set)

    async def asks(self, request: Request) -> None:
        self.begun.set()
        while not self.may_end.is_set() and self.heard == ENDS:
            if await request.is_disconnected():
                self.heard = ASKS
            await asyncio.sleep(0.001)
        self.over.set()

    async def pieces(self) -> StreamingResponse:
        async def pieces() -> AsyncIterator[bytes]:
            yield b"bread"
            await self.plain()

        return StreamingResponse(pieces())

    async def rows(self) -> StreamingResponse:
        async def rows() -> AsyncIterator[bytes]:
            self.begun.set()
            try:
                for number in range(ROWS):
                    if number == 1:
                        reset(self.client)
                    yield b"a row"
            except (GeneratorExit, asyncio.CancelledError) as error:
                self.heard = DROPPED if isinstance(error, GeneratorExit) else CANCELLED
                raise
            finally:
                self.over.set()

        return StreamingResponse(rows())

    async def while_there(self, request: Request) -> None:
        with pytest.raises(OSError, match="the client has left"):
            await while_there(request.receive, self.plain())


async def pass_on(request: Request, call_next: Callable[[Request], Any]) -> Response:
    response: Response = await call_next(request)
    return response


async def column(middleware: bool) -> list[str]:
    """Leave each of the handlers in the middle, in the order of the table; return what each has heard of it."""
    app, visits = FastAPI(), dict[str, Visit]()
    for path in ("plain", "thread", "asks", "pieces", "rows", "while_there"):
        visits[path] = Visit()
        app.get(f"/{path}")(getattr(visits[path], path))
    if middleware:
        app.add_middleware(BaseHTTPMiddleware, dispatch=pass_on)
    async with served(app, http="h11") as service:
        for path, visit in visits.items():
            client = visit.client = socket.create_connection(service.address)
            client.sendall(get(f"/{path}"))
            await visit.begun.wait()
            if path != "rows":
                client.close()
        while service.server.server_state.connections:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)  # who can hear of it has heard by now
        gc.collect()  # what was dropped is closed
        for visit in visits.values():
            visit.may_end.set()
            visit.may_end_too.set()
        for visit in visits.values():
            await visit.over.wait()
    return [visit.heard for visit in visits.values()]


def test_the_table_is_what_handlers_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("asyncio"), "warning", lambda said: None)  # of rows that can't be sent

    async def both() -> list[list[str]]:
        async with asyncio.timeout(20):
            return [await column(False), await column(True)]

    rows = re.findall(r"^\| (?!The handler|---)[^|]* \| (.*) \| (.*) \|$", PAGE, flags=re.MULTILINE)
    assert [list(found) for found in zip(*rows)] == asyncio.run(both())


def leave(clean_up: Callable[[], Awaitable[None]], speaks: str = "2.3") -> None:
    """Let a client leave at 1.5 seconds while a response in pieces waits until the ninth."""
    app = FastAPI()

    @app.get("/")
    async def root() -> StreamingResponse:
        async def courses() -> AsyncIterator[bytes]:
            try:
                yield b"bread"
                await asyncio.sleep(9)
            finally:
                await clean_up()

        return StreamingResponse(courses())

    async def server(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await app(scope | {"asgi": {"spec_version": speaks}}, receive, send)

    jump(hang_up(server, "/", 1.5))


@pytest.mark.parametrize(("speaks", "ended"), [("2.3", 4.5), ("2.4", 12)])
def test_what_a_server_speaks_decides_whether_a_stream_listens(speaks: str, ended: float) -> None:
    """And a shielded scope of AnyIO lets its clean-up wait for three seconds."""
    times = []

    async def clean_up() -> None:
        with anyio.move_on_after(5, shield=True):
            await asyncio.sleep(3)
        times.append(asyncio.get_running_loop().time())

    leave(clean_up, speaks)
    assert times == [ended]


def test_a_scope_of_anyio_cancels_at_every_await() -> None:
    interrupted = []

    async def clean_up() -> None:
        for _ in range(100):
            try:
                await asyncio.sleep(9)
            except asyncio.CancelledError:
                interrupted.append(1)

    leave(clean_up)
    assert len(interrupted) == 100


@pytest.mark.parametrize("clients", [1, 3])
def test_a_client_for_each_request_connects_for_each(clients: int) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        connected.add(scope["client"])
        await Response()(scope, receive, send)

    async def main() -> None:
        async with served(app) as service:
            for _ in range(clients):
                async with httpx.AsyncClient(verify=False, trust_env=False) as client:
                    for _ in range(3 // clients):
                        await client.get("http://{}:{}".format(*service.address))

    connected: set[Any] = set()
    asyncio.run(main())
    assert len(connected) == clients


@pytest.mark.parametrize("fails", [False, True])
def test_the_work_has_ended_when_its_handler_is_cancelled_or_it_fails(fails: bool) -> None:
    said = []

    async def work() -> None:
        try:
            await asyncio.sleep(1)
            raise ValueError("burnt")
        finally:
            await asyncio.sleep(1)
            said.append("the stove is off")

    async def main() -> None:
        task = asyncio.create_task(while_there(asyncio.Event().wait, work()))
        if not fails:
            asyncio.get_running_loop().call_later(0.5, task.cancel)
        with pytest.raises(ValueError if fails else asyncio.CancelledError):
            await task
        said.append("and then the handler ends")
        assert asyncio.all_tasks() == {asyncio.current_task()}

    jump(main())
    assert said == ["the stove is off", "and then the handler ends"]


async def fail(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(("receives", "works", "error"), [
    (lambda: fail(RuntimeError()), lambda: asyncio.sleep(1), RuntimeError),
    (lambda: asyncio.Event().wait(), lambda: fail(asyncio.CancelledError()), asyncio.CancelledError),
])
def test_what_ends_otherwise_is_not_taken_for_a_client_who_left(receives: Any, works: Any, error: Any) -> None:
    async def main() -> None:
        with pytest.raises(error):
            await while_there(receives, works())

    jump(main())


def test_a_stream_in_a_thread_works_to_its_next_yield_and_is_dropped() -> None:
    app, may_go_on, said = FastAPI(), threading.Event(), []

    def courses() -> Iterator[bytes]:
        yield b"bread"
        said.append("begins")
        assert may_go_on.wait(10)
        said.append("works on")
        yield b"soup"
        said.append("and on")

    @app.get("/")
    async def root() -> StreamingResponse:
        return StreamingResponse(courses())

    async def server(scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def tell() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                while not said:
                    await asyncio.sleep(0.001)
                asyncio.get_running_loop().call_later(0.01, may_go_on.set)
            return message

        await app(scope, tell, send)

    asyncio.run(asyncio.wait_for(hang_up(server, "/", 0), 10))
    assert said == ["begins", "works on"]
