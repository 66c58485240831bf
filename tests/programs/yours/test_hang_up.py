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
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import httpx
import pytest
import uvicorn
from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import StreamingResponse
from starlette.middleware.base import BaseHTTPMiddleware

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.early_bug import get_conn
from ghetto_asyncio.monday.hang_up import hang_up
from ghetto_asyncio.monday.sheltered import order
from ghetto_asyncio.monday.two_ends import reset
from ghetto_asyncio.monday.while_there import while_there
from ghetto_asyncio.monday.wire import Connection
from press.catalogue import ROOT

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
        self.heard = ""

    async def work(self) -> None:
        self.begun.set()
        try:
            await self.may_end.wait()
            self.heard = ENDS
        except asyncio.CancelledError:
            self.heard = CANCELLED
            raise
        finally:
            self.over.set()

    def work_in_a_thread(self) -> None:
        self.loop.call_soon_threadsafe(self.begun.set)
        assert self.may_end_too.wait(10)
        self.heard = ENDS
        self.loop.call_soon_threadsafe(self.over.set)

    async def ask(self, request: Request) -> None:
        self.begun.set()
        self.heard = ENDS
        while not self.may_end.is_set():
            if await request.is_disconnected():
                self.heard = ASKS
                break
            await asyncio.sleep(0.001)
        self.over.set()

    async def rows(self) -> AsyncIterator[bytes]:
        """Never wait; the client leaves between two rows."""
        self.begun.set()
        try:
            for number in range(ROWS):
                if number == 1:
                    reset(self.client)
                yield b"a row"
            self.heard = ENDS
        except GeneratorExit:
            self.heard = DROPPED
            raise
        finally:
            self.over.set()

    async def pieces(self) -> AsyncIterator[bytes]:
        yield b"bread"
        await self.work()


def application(visits: dict[str, Visit], middleware: bool) -> FastAPI:
    """Make the handlers of the table, in the order of its rows."""
    app = FastAPI()
    for path in ("plain", "thread", "asks", "pieces", "rows", "while_there"):
        visits[path] = Visit()

    @app.get("/plain")
    async def plain() -> None:
        await visits["plain"].work()

    @app.get("/thread")
    def thread() -> None:
        visits["thread"].work_in_a_thread()

    @app.get("/asks")
    async def asks(request: Request) -> None:
        await visits["asks"].ask(request)

    @app.get("/pieces")
    async def pieces() -> StreamingResponse:
        return StreamingResponse(visits["pieces"].pieces())

    @app.get("/rows")
    async def rows() -> StreamingResponse:
        return StreamingResponse(visits["rows"].rows())

    @app.get("/while_there")
    async def there(request: Request) -> None:
        with pytest.raises(OSError, match="the client has left"):
            await while_there(request.receive, visits["while_there"].work())

    async def pass_on(request: Request, call_next: Callable[[Request], Any]) -> Response:
        response: Response = await call_next(request)
        return response

    if middleware:
        app.add_middleware(BaseHTTPMiddleware, dispatch=pass_on)
    return app


async def column(middleware: bool) -> list[str]:
    """Leave each of the handlers in the middle, and return what each has heard of it."""
    visits: dict[str, Visit] = {}
    app = application(visits, middleware)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", http="h11"))
        serving = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.001)
        for path, visit in visits.items():
            client = visit.client = socket.create_connection(listener.getsockname())
            client.sendall(f"GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            await visit.begun.wait()
            if path != "rows":
                client.close()
        while server.server_state.connections:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)  # who can hear of it has heard by now
        gc.collect()  # what was dropped is closed
        for visit in visits.values():
            visit.may_end.set()
            visit.may_end_too.set()
        for visit in visits.values():
            await visit.over.wait()
        server.should_exit = True
        await serving
    return [visit.heard for visit in visits.values()]


def test_the_table_is_what_handlers_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("asyncio"), "warning", lambda said: None)  # of rows that can't be sent

    async def both() -> list[list[str]]:
        async with asyncio.timeout(20):
            return [await column(False), await column(True)]

    rows = re.findall(r"^\| (?!The handler|---)[^|]* \| (.*) \| (.*) \|$", PAGE, flags=re.MULTILINE)
    heard = asyncio.run(both())
    assert [list(found) for found in zip(*rows)] == heard


@pytest.mark.parametrize("pause", [False, True])
def test_a_stream_that_never_waits_holds_up_the_others_and_fills_the_log(
    pause: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, said, turns, made = FastAPI(), list[str](), list[int](), list[int]()
    monkeypatch.setattr(logging.getLogger("asyncio"), "warning", said.append)

    @app.get("/")
    async def root() -> StreamingResponse:
        async def rows() -> AsyncIterator[bytes]:
            for number in range(ROWS):
                made.append(number)
                if number == 1:
                    reset(client)
                yield b"a row"
                if pause:
                    await asyncio.sleep(0)

        return StreamingResponse(rows())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")

        async def main() -> None:
            server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", http="h11"))
            serving = asyncio.create_task(server.serve([listener]))
            while not made or server.server_state.tasks:
                turns.append(len(made))
                await asyncio.sleep(0)
            server.should_exit = True
            await serving

        asyncio.run(asyncio.wait_for(main(), 10))
    if pause:
        assert len(made) < 10
        assert not said
    else:
        assert set(turns) <= {0, ROWS}, "another task had a turn between two rows"
        assert set(said) == {"socket.send() raised exception."}
        assert len(said) > ROWS - 10


@pytest.mark.parametrize("name", ["uvicorn", "FastAPI", "Starlette", "AnyIO"])
def test_the_page_names_the_version(name: str) -> None:
    assert f"{name} {version(name)}" in PAGE


def leave(courses: Callable[[], AsyncIterator[bytes]], wait: float = 0, speaks: str = "2.3") -> None:
    """Let a client leave while a response in pieces waits; some seconds later, the loop ends."""
    app = FastAPI()

    @app.get("/")
    async def root() -> StreamingResponse:
        return StreamingResponse(courses())

    async def server(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await app(scope | {"asgi": {"spec_version": speaks}}, receive, send)

    async def main() -> None:
        await hang_up(server, "/", 1.5)
        await asyncio.sleep(wait)

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(main())


def bread_and_then(clean_up: Callable[[], Awaitable[None]]) -> Callable[[], AsyncIterator[bytes]]:
    """Return a generator function: it gives bread, waits for nine seconds, and cleans up."""

    async def courses() -> AsyncIterator[bytes]:
        try:
            yield b"bread"
            await asyncio.sleep(9)
        finally:
            await clean_up()

    return courses


@pytest.mark.parametrize(("speaks", "ended"), [("2.3", 1.5), ("2.4", 9)])
def test_what_a_server_speaks_decides_whether_a_stream_listens(speaks: str, ended: float) -> None:
    times = []

    async def clean_up() -> None:
        times.append(asyncio.get_running_loop().time())

    leave(bread_and_then(clean_up), speaks=speaks)
    assert times == [ended]


def test_a_scope_of_anyio_cancels_at_every_await() -> None:
    interrupted = []

    async def clean_up() -> None:
        for _ in range(100):
            try:
                await asyncio.sleep(9)
            except asyncio.CancelledError:
                interrupted.append(1)

    leave(bread_and_then(clean_up))
    assert len(interrupted) == 100


def test_a_shielded_scope_of_anyio_lets_a_clean_up_wait() -> None:
    times = []

    async def clean_up() -> None:
        with anyio.move_on_after(5, shield=True):
            await asyncio.sleep(3)
        times.append(asyncio.get_running_loop().time())

    leave(bread_and_then(clean_up))
    assert times == [4.5]


def test_a_clean_up_in_a_task_of_its_own_ends_although_anyio_cancels() -> None:
    connections = []

    async def courses() -> AsyncIterator[bytes]:
        connections.append(Connection())
        yield b"bread"
        await order(connections[0])

    leave(courses, 5)
    assert connections[0].sent == ["BEGIN", "INSERT", "ROLLBACK", "RESET"]


def test_fastapi_closes_a_dependency_in_the_task_that_opened_it(capsys: pytest.CaptureFixture[str]) -> None:
    app = FastAPI()

    @app.get("/")
    async def root(conn: Any = Depends(get_conn)) -> str:
        return str(await conn.ask("soup"))

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(hang_up(app, "/", 0.5))
    assert capsys.readouterr().out == "closed by the handler: True\n"


async def count_connections(clients: int) -> int:
    """Ask a server three times through one client, or through a client each; return how often it was connected to."""
    connected: list[asyncio.Event] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        over = asyncio.Event()
        connected.append(over)
        while await reader.readline():
            while await reader.readline() != b"\r\n":
                pass
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        writer.close()
        await writer.wait_closed()
        over.set()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        new_client = partial(httpx.AsyncClient, verify=False, trust_env=False)
        for _ in range(clients):
            async with new_client() as client:
                for _ in range(3 // clients):
                    await client.get(f"http://{host}:{port}")
        for over in connected:
            await over.wait()
    return len(connected)


def test_a_client_for_each_request_connects_for_each() -> None:
    assert asyncio.run(count_connections(1)) == 1
    assert asyncio.run(count_connections(3)) == 3


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

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(main())
    assert said == ["the stove is off", "and then the handler ends"]


def test_an_error_of_receive_is_not_taken_for_a_client_who_left() -> None:
    async def broken() -> None:
        raise RuntimeError("no such message")

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner, pytest.raises(RuntimeError, match="no such message"):
        runner.run(while_there(broken, asyncio.sleep(1)))


def test_work_that_was_cancelled_by_another_is_not_taken_for_a_client_who_left() -> None:
    async def work() -> None:
        raise asyncio.CancelledError

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner, pytest.raises(asyncio.CancelledError):
        runner.run(while_there(asyncio.Event().wait, work()))


def test_a_handler_may_ask_whether_its_client_is_gone() -> None:
    app, heard = FastAPI(), []

    @app.get("/")
    async def root(request: Request) -> None:
        for _ in range(2):
            await asyncio.sleep(1)
            heard.append(await request.is_disconnected())

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(hang_up(app, "/", 1.5))
    assert heard == [False, True]


@pytest.mark.parametrize("caught", [False, True])
def test_an_error_that_leaves_the_handler_is_in_the_log_of_uvicorn(
    caught: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, said = FastAPI(), []
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "error", lambda message, **_: said.append(message))

    @app.get("/")
    async def root(request: Request) -> None:
        try:
            await while_there(request.receive, asyncio.sleep(9))
        except ConnectionResetError:
            if not caught:
                raise

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", http="h11"))
            serving = asyncio.create_task(server.serve([listener]))
            while not server.started:
                await asyncio.sleep(0.001)
            _reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            while not server.server_state.tasks:
                await asyncio.sleep(0.001)
            writer.close()
            await writer.wait_closed()
            while server.server_state.tasks:
                await asyncio.sleep(0.001)
            server.should_exit = True
            await serving

    asyncio.run(asyncio.wait_for(main(), 10))
    assert said == ([] if caught else ["Exception in ASGI application\n"])


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


def test_a_dependency_ends_after_the_answer_or_before_it() -> None:
    app, said = FastAPI(), list[str]()

    async def conn() -> AsyncIterator[None]:
        yield
        said.append("closed")

    @app.get("/late")
    async def late(conn: None = Depends(conn)) -> None: ...

    @app.get("/soon")
    async def soon(conn: None = Depends(conn, scope="function")) -> None: ...

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        said.append(message["type"])

    for path in "/late", "/soon":
        asked: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        asyncio.run(app(asked, receive, send))
    answer = ["http.response.start", "http.response.body"]
    assert said == [*answer, "closed", "closed", *answer]
