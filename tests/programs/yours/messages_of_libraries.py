"""What provokes each message of a library. Run as a program, it prints what those that are installed really say."""
from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import io
import json
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp
import aiosqlite
import anyio.from_thread
import asyncpg
import fastapi
import httpx
import pytest
import redis.asyncio
import sqlalchemy
import uvicorn
import websockets
from sqlalchemy import orm
from sqlalchemy.ext import asyncio as database
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import PlainTextResponse, StreamingResponse

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from tests.programs.yours.heard import Programs, heard
from tests.support.endings import threads_end
from tests.support.peers.postgres import GREETING

PROGRAMS = Programs()
says = PROGRAMS.says
HOST = "127.0.0.1"
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Send], Coroutine[Any, Any, None]]
Meet = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def run(main: Coroutine[Any, Any, Any]) -> None:
    """Run it on the clock that jumps, and end what is left of it."""
    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(main)


@contextlib.asynccontextmanager
async def listening(meet: Meet) -> AsyncIterator[int]:
    """Give the port of a server."""
    server = await asyncio.start_server(meet, HOST, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Listen, and say nothing."""
    while await reader.read(1000):
        pass
    writer.close()


async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Listen for a moment, and hang up."""
    await reader.read(1000)
    writer.write_eof()
    await silent(reader, writer)


# The server


def served(app: Application | Any, *requests: bytes, stay: bool = False, **options: Any) -> None:
    """Put requests to an application behind uvicorn, each on its own connection, hang up, and stop the server.

    Clients who `stay` hang up when the server has stopped.
    """
    settings = {"log_config": None, "lifespan": "off", "timeout_graceful_shutdown": 1, **options}

    async def main() -> None:
        server = uvicorn.Server(uvicorn.Config(app, HOST, 0, **settings))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.1)
        async with contextlib.AsyncExitStack() as connections:
            for request in requests:
                _reader, writer = await asyncio.open_connection(*server.servers[0].sockets[0].getsockname())
                connections.callback(writer.close)
                writer.write(request)
                await asyncio.sleep(1)
            if stay:
                server.should_exit = True
                await serving
        server.should_exit = True
        await serving

    run(main())


def meeting(app: Application | Any, kind: str, *messages: dict[str, Any]) -> None:
    """Call an application as a server does that has a client who says some things, and goes."""
    coming = [*messages, {"type": f"{kind}.disconnect", "code": 1006}]

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(1)
        return coming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        await asyncio.sleep(0.1)

    scope = {"type": kind, "method": "GET", "path": "/", "query_string": b"", "headers": [], "http_version": "1.1"}
    run(app(scope, receive, send))


def get(handler: Callable[..., Any]) -> None:
    """Let a handler of FastAPI answer."""
    app = fastapi.FastAPI()
    app.add_api_route("/", handler, response_model=None)
    meeting(app, "http", {"type": "http.request"})


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = GET[:-2] + (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
START = {"type": "http.response.start", "status": 200}


async def cooks(_scope: Any, _receive: Any, _send: Send) -> None:
    """Take an hour, and answer nothing."""
    await asyncio.sleep(3600)


@says("Exception in ASGI application")
def application_fails() -> None:
    async def app(_scope: Any, _receive: Any, _send: Send) -> None:
        raise ValueError("no card for order 7")

    served(app, GET)


@says("ASGI callable returned without completing response.")
def half_an_answer() -> None:
    async def app(_scope: Any, _receive: Any, send: Send) -> None:
        await send(START)
        await send({"type": "http.response.body", "body": b"so", "more_body": True})

    served(app, GET)


@says("Unexpected ASGI message 'http.response.start' sent, after response already completed.")
def answers_twice() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        answer = PlainTextResponse("soup")
        await answer(scope, receive, send)
        await answer(scope, receive, send)

    served(app, GET)


@says("Too little data for declared Content-Length")
def too_little() -> None:
    async def app(_scope: Any, _receive: Any, send: Send) -> None:
        await send({**START, "headers": [(b"content-length", b"4")]})
        await send({"type": "http.response.body", "body": b"so"})

    served(app, GET)


@says("Invalid HTTP request received.")
def no_request() -> None:
    served(cooks, b"\x16\x03\x01\x02\x00\x01\r\n\r\n")


@says("Exceeded concurrency limit.")
def too_many_requests() -> None:
    served(cooks, GET, GET, limit_concurrency=1)


@says("ASGI 'lifespan' protocol appears unsupported.")
def no_lifespan() -> None:
    async def app(scope: Any, _receive: Any, _send: Send) -> None:
        scope["path"]

    served(app, lifespan="auto")


@says("Waiting for connections to close. (CTRL+C to force quit)")
def a_stream_without_an_end() -> None:
    async def news() -> AsyncIterator[str]:
        while True:
            yield "soup"
            await asyncio.sleep(1)

    app = fastapi.FastAPI()
    app.add_api_route("/", lambda: StreamingResponse(news()))
    served(app, GET, stay=True)


@says("Waiting for background tasks to complete. (CTRL+C to force quit)")
@says("Cancel … running task(s), timeout graceful shutdown exceeded")
def cooks_too_long() -> None:
    served(cooks, GET)


@says("No response returned.")
def nothing_answered() -> None:
    async def app(_scope: Any, _receive: Any, _send: Send) -> None:
        pass

    async def passes_on(request: Any, call_next: Any) -> Any:
        return await call_next(request)

    meeting(BaseHTTPMiddleware(app, passes_on), "http")


@says("Caught handled exception, but response already started.")
def not_found_too_late() -> None:
    async def dishes() -> AsyncIterator[str]:
        yield "soup"
        raise fastapi.HTTPException(404)

    async def handler() -> Any:
        return StreamingResponse(dishes())

    get(handler)


@says("Response not awaited. There's a high chance that the application code is raising an exception …")
def error_is_kept() -> None:
    async def session() -> AsyncIterator[None]:
        with contextlib.suppress(ValueError):
            yield

    async def handler(_session: None = fastapi.Depends(session)) -> None:
        raise ValueError("no card for order 7")

    get(handler)


@says("ClientDisconnect")
def hangs_up_early() -> None:
    async def handler(request: fastapi.Request) -> None:
        await request.body()

    app = fastapi.FastAPI()
    app.add_api_route("/", handler)
    meeting(app, "http")


@says("Unable to serialize unknown type: <class 'coroutine'>")
def coroutine_as_answer() -> None:
    async def soup() -> str:
        return "soup"

    async def handler() -> Any:
        return soup()

    app = fastapi.FastAPI()
    app.add_api_route("/", handler)
    meeting(app, "http", {"type": "http.request"})


# Websockets


def talk(handler: Callable[[fastapi.WebSocket], Awaitable[None]]) -> None:
    """Let a handler of FastAPI talk to a client who says nothing, and goes."""
    app = fastapi.FastAPI()
    app.add_api_websocket_route("/", handler)
    meeting(app, "websocket", {"type": "websocket.connect"})


@says("WebSocketDisconnect: (1006, …)")
def guest_is_gone() -> None:
    async def handler(websocket: fastapi.WebSocket) -> None:
        await websocket.accept()
        await websocket.receive_text()

    talk(handler)


@says('Cannot call "receive" once a disconnect message has been received.')
def reads_on() -> None:
    async def handler(websocket: fastapi.WebSocket) -> None:
        await websocket.accept()
        while True:
            with contextlib.suppress(fastapi.WebSocketDisconnect):
                await websocket.receive_text()

    talk(handler)


@says('Cannot call "send" once a close message has been sent.')
def sends_on() -> None:
    async def handler(websocket: fastapi.WebSocket) -> None:
        await websocket.accept()
        await websocket.close()
        await websocket.send_text("soup")

    talk(handler)


@says('WebSocket is not connected. Need to call "accept" first.')
def not_accepted() -> None:
    async def handler(websocket: fastapi.WebSocket) -> None:
        await websocket.receive_text()

    talk(handler)


@says("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")
def sends_on_below() -> None:
    async def app(_scope: Any, _receive: Any, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close"})
        await send({"type": "websocket.send", "text": "soup"})

    served(app, UPGRADE)


Connection = websockets.ClientConnection


def connected(
    meet: Callable[[websockets.ServerConnection], Awaitable[None]], ask: Callable[[Connection], Awaitable[Any]]
) -> None:
    """Let two websockets talk."""

    async def main() -> None:
        async with websockets.serve(meet, HOST, 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with websockets.connect(f"ws://{HOST}:{port}", proxy=None) as client:
                await ask(client)

    run(main())


async def listens(connection: websockets.ServerConnection) -> None:
    """Wait for a message."""
    await connection.recv()


async def asks(connection: Connection) -> None:
    """Wait for a message."""
    await connection.recv()


@says("no close frame received or sent")
def cut_off() -> None:
    async def meet(connection: websockets.ServerConnection) -> None:
        connection.transport.abort()

    connected(meet, asks)


@says("received 1012 (service restart); then sent 1012 (service restart)")
def server_restarts() -> None:
    async def meet(connection: websockets.ServerConnection) -> None:
        await connection.close(1012)

    connected(meet, asks)


@says("sent 1011 (internal error) keepalive ping timeout; no close frame received")
def no_pong() -> None:
    async def ask(connection: Connection) -> None:
        connection.transport.pause_reading()
        await connection.recv()

    connected(listens, ask)


@says("cannot call recv while another coroutine is already running recv or recv_streaming")
def two_receive() -> None:
    async def ask(connection: Connection) -> None:
        await asyncio.gather(connection.recv(), connection.recv())

    connected(listens, ask)


# Task groups, streams and threads


@says("Attempted to exit cancel scope in a different task than it was entered in")
def left_by_another_task() -> None:
    async def dishes() -> AsyncIterator[str]:
        with anyio.move_on_after(60):
            yield "soup"

    async def main() -> None:
        async for _dish in dishes():
            break
        gc.collect()
        await asyncio.sleep(1)

    run(main())


@says("Attempted to exit a cancel scope that isn't the current tasks's current cancel scope")
def left_in_another_order() -> None:
    async def dishes() -> AsyncIterator[str]:
        with anyio.move_on_after(60):
            yield "soup"

    async def main() -> None:
        each = dishes()
        await anext(each)
        with anyio.move_on_after(60):
            await each.aclose()  # type: ignore[attr-defined]

    run(main())


@says("This task group is not active; no new tasks can be started.")
def group_has_ended() -> None:
    async def main() -> None:
        async with anyio.create_task_group() as group:
            pass
        group.start_soon(anyio.sleep, 1)

    run(main())


@says("This portal is not running")
def portal_has_ended() -> None:
    with anyio.from_thread.start_blocking_portal() as portal:
        pass
    portal.call(anyio.sleep, 1)


@says("Not running inside an AnyIO worker thread, and no event loop token was provided")
def thread_of_another() -> None:
    async def main() -> None:
        await asyncio.to_thread(anyio.from_thread.run, anyio.sleep, 0)

    asyncio.run(main())


def passed(use: Callable[[Any, Any], Awaitable[None]]) -> None:
    """Use both ends of a stream that has place for one order."""

    async def main() -> None:
        send, receive = anyio.create_memory_object_stream[int](1)
        with send, receive:
            await use(send, receive)

    run(main())


@says("ClosedResourceError")
def closed_here() -> None:
    async def use(send: Any, _receive: Any) -> None:
        send.close()
        await send.send(7)

    passed(use)


@says("BrokenResourceError")
def closed_there() -> None:
    async def use(send: Any, receive: Any) -> None:
        receive.close()
        await send.send(7)

    passed(use)


@says("WouldBlock")
def no_place() -> None:
    async def use(send: Any, _receive: Any) -> None:
        send.send_nowait(7)
        send.send_nowait(8)

    passed(use)


@says("Another task is already reading from this resource")
def two_read() -> None:
    async def main() -> None:
        async with listening(silent) as port, await anyio.connect_tcp(HOST, port) as stream:
            await asyncio.gather(stream.receive(), stream.receive())

    run(main())


# Databases


SEVEN = sqlalchemy.text("select 7")


class Base(orm.DeclarativeBase):
    """What is in the database."""


class Order(Base):
    """An order of a guest."""

    __tablename__ = "orders"
    number: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    guest: orm.Mapped[str]


@contextlib.asynccontextmanager
async def engine(**options: Any) -> AsyncIterator[database.AsyncEngine]:
    """Give an engine, whose threads have ended when it is left."""
    made = database.create_async_engine("sqlite+aiosqlite://", poolclass=sqlalchemy.AsyncAdaptedQueuePool, **options)
    try:
        yield made
    finally:
        await made.dispose()
        await asyncio.to_thread(threads_end, "_connection_worker_thread")


@contextlib.asynccontextmanager
async def session() -> AsyncIterator[database.AsyncSession]:
    """Give a session that has no connection yet."""
    async with engine() as made, database.AsyncSession(made) as given:
        yield given


async def ordered(given: database.AsyncSession) -> Order:
    """Return an order that has been committed."""
    await (await given.connection()).run_sync(Base.metadata.create_all)
    given.add(order := Order(number=7, guest="Ann"))
    await given.commit()
    return order


@says("QueuePool limit of size … overflow … reached, connection timed out, timeout …")
def no_connection_left() -> None:
    async def main() -> None:
        async with engine(pool_size=1, max_overflow=0, pool_timeout=0.001) as made, made.connect():
            await made.connect()

    asyncio.run(main())


@says("This session is provisioning a new connection; concurrent operations are not permitted")
def two_in_a_session() -> None:
    async def main() -> None:
        async with session() as given:
            _seven, error = await asyncio.gather(given.execute(SEVEN), given.execute(SEVEN), return_exceptions=True)
        raise error  # type: ignore[misc]

    asyncio.run(main())


@says("Method 'close()' can't be called here; method '…()' is already in progress")
def closed_in_between() -> None:
    async def main() -> None:
        async with session() as given:
            asking = asyncio.create_task(given.execute(SEVEN))
            await asyncio.sleep(0)
            try:
                await given.close()
            finally:
                await asking

    asyncio.run(main())


@says("greenlet_spawn has not been called; can't call await_() here. Was IO attempted in an unexpected place?")
def asked_without_await() -> None:
    async def main() -> None:
        async with session() as given:
            print((await ordered(given)).guest)

    asyncio.run(main())


@says("Instance <Order at …> is not bound to a Session; attribute refresh operation cannot proceed")
def asked_too_late() -> None:
    async def main() -> None:
        async with session() as given:
            order = await ordered(given)
        print(order.guest)

    asyncio.run(main())


@says("This Session's transaction has been rolled back due to a previous exception during flush.")
def goes_on_after_an_error() -> None:
    async def main() -> None:
        async with session() as given:
            await ordered(given)
            given.add_all([Order(number=8, guest="Bob"), Order(number=8, guest="Eve")])
            with contextlib.suppress(sqlalchemy.exc.IntegrityError):
                await given.flush()
            await given.execute(SEVEN)

    asyncio.run(main())


@says("The garbage collector is trying to clean up non-checked-in connection …")
def never_given_back() -> None:
    async def main() -> None:
        async with engine() as made:
            await (await made.connect()).execute(SEVEN)
            gc.collect()

    asyncio.run(main())


@says("database is locked")
def two_write() -> None:
    async def main() -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = f"{folder}/orders"
            async with aiosqlite.connect(place) as ann, aiosqlite.connect(place, timeout=0) as bob:
                await ann.execute("begin immediate")
                await bob.execute("begin immediate")

    asyncio.run(main())


@says("cannot start a transaction within a transaction")
def two_on_a_connection() -> None:
    async def main() -> None:
        async with aiosqlite.connect(":memory:") as connection:
            await asyncio.gather(connection.execute("begin"), connection.execute("begin"))

    asyncio.run(main())


async def postgres(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Greet a driver as PostgreSQL does, and hang up when it asks for anything."""
    await reader.read(1000)
    writer.write(GREETING)
    await rude(reader, writer)


def pooled(use: Callable[[asyncpg.Pool], Awaitable[Any]]) -> None:
    """Use a pool of one connection to it."""

    async def main() -> None:
        async with listening(postgres) as port:
            pool = await asyncpg.create_pool(f"postgres://ann@{HOST}:{port}/orders?sslmode=disable", min_size=1)
            try:
                await use(pool)
            finally:
                pool.terminate()

    run(main())


@says("cannot perform operation: another operation is in progress")
def two_ask() -> None:
    async def use(pool: asyncpg.Pool) -> None:
        connection = await pool.acquire()
        await asyncio.gather(connection.execute("select 7"), connection.execute("select 7"))

    pooled(use)


@says("connection was closed in the middle of operation")
def database_hangs_up() -> None:
    async def use(pool: asyncpg.Pool) -> None:
        await (await pool.acquire()).execute("select 7")

    pooled(use)


@says("pool is closing")
def borrowed_too_late() -> None:
    async def use(pool: asyncpg.Pool) -> None:
        await pool.acquire()
        closing = asyncio.create_task(pool.close())
        await asyncio.sleep(0)
        try:
            await pool.acquire()
        finally:
            closing.cancel()

    pooled(use)


# Other services


def asked(meet: Meet, ask: Callable[[httpx.AsyncClient], Awaitable[Any]], **options: Any) -> None:
    """Let a client of httpx ask a server."""

    async def main() -> None:
        async with listening(meet) as port:
            url = f"http://{HOST}:{port}"
            async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False, **options) as client:
                await ask(client)

    run(main())


@says("httpx.PoolTimeout")
def pool_is_empty() -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        await asyncio.gather(client.get("/"), client.get("/"))

    asked(silent, ask, limits=httpx.Limits(max_connections=1), timeout=httpx.Timeout(60, pool=5))


@says("httpx.ReadTimeout")
def silence() -> None:
    asked(silent, lambda client: client.get("/"))


@says("Server disconnected without sending a response.")
def service_hangs_up() -> None:
    asked(rude, lambda client: client.get("/"))


@says("Cannot send a request, as the client has been closed.")
def client_is_closed() -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        await client.aclose()
        await client.get("/")

    asked(silent, ask)


@says("Cannot open a client instance more than once.")
def opened_twice() -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        await client.__aenter__()

    asked(silent, ask)


@says("Attempted to send an sync request with an AsyncClient instance.")
def plain_generator_sent() -> None:
    asked(silent, lambda client: client.post("/", content=iter([b"soup"])))


@says("Attempted to call a sync iterator on an async stream.")
def read_without_await() -> None:
    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
        await silent(reader, writer)

    async def ask(client: httpx.AsyncClient) -> None:
        async with client.stream("GET", "/") as answer:
            answer.read()

    asked(meet, ask)


@says("Unclosed client session")
def session_forgotten() -> None:
    async def main() -> None:
        aiohttp.ClientSession()
        gc.collect()

    run(main())


@says("Session is closed")
def session_is_closed() -> None:
    async def main() -> None:
        async with aiohttp.ClientSession() as client:
            pass
        await client.get("http://localhost/")

    run(main())


@says("Timeout context manager should be used inside a task")
def outside_a_task() -> None:
    async def main() -> None:
        async with aiohttp.ClientSession() as client:
            asking = client.get("http://localhost/").__await__()
            asyncio.get_running_loop().call_soon(next, asking)
            await asyncio.sleep(0)
            asking.close()

    run(main())


def remembered(meet: Meet, ask: Callable[[redis.asyncio.Redis], Awaitable[Any]], **options: Any) -> None:
    """Let a client of redis ask a server, once."""

    async def main() -> None:
        async with listening(meet) as port:
            client = redis.asyncio.Redis(host=HOST, port=port, protocol=2, **options)
            try:
                await ask(client)
            finally:
                await client.aclose()

    run(main())


@says("Connection closed by server.")
def redis_hangs_up() -> None:
    remembered(rude, lambda client: client.get("order"))


@says("Timeout reading from …")
def redis_is_silent() -> None:
    remembered(silent, lambda client: client.get("order"), socket_timeout=1)


@says("Too many connections")
def one_too_many() -> None:
    async def ask(client: redis.asyncio.Redis) -> None:
        await asyncio.gather(client.get("order"), client.get("order"))

    remembered(silent, ask, max_connections=1, socket_timeout=1)


# Tests

TESTS = """
import pytest

@pytest.fixture
def table():
    return 7

@pytest.fixture(scope="session")
def menu(table):
    return table

@pytest.fixture
async def client():
    return 7

async def test_without_mark():
    pass

def test_plain(client):
    pass

def test_long_scope(menu):
    pass

@pytest.mark.asyncio
def test_nothing_to_await():
    pass
"""


@says('The configuration option "asyncio_default_fixture_loop_scope" is unset.')
@says("async def functions are not natively supported.")
@says("'test_plain' requested an async fixture 'client', with no plugin or hook that handled it.")
@says("ScopeMismatch: You tried to access the … scoped fixture … with a … scoped request object.")
@says("The test <Function …> is marked with '@pytest.mark.asyncio' but it is not an async function.")
def tested() -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        Path(folder, "pytest.ini").write_text("[pytest]", "utf-8")
        Path(folder, "test_orders.py").write_text(TESTS, "utf-8")
        pytest.main([folder, "--tb=line", "-p", "pytest_asyncio.plugin", "-p", "no:cacheprovider"])
    logging.warning(out.getvalue())


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    logging.getLogger("uvicorn").setLevel(logging.INFO)
    gc.freeze()  # circles are looked for in what comes
    said = functools.cache(heard)
    json.dump({message: said(program) for message, program in PROGRAMS.items()}, sys.stdout)
