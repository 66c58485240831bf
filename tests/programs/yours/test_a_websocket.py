"""What handlers and clients hear of each other's end: a real uvicorn and a real client, on the clock that jumps."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import logging
import re
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from fastapi import Depends, FastAPI, WebSocket, WebSocketDisconnect, WebSocketException
from starlette.websockets import WebSocketDisconnected
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday import both_ways, client, news
from ghetto_asyncio.monday.one_way_bug import send
from press.catalogue import ROOT
from tests.support.illustrations import illustration
from tests.support.peers.service import UPGRADE, Service, at_sigterm, served

PAGE = (ROOT / "docs/yours/a-websocket-whole.md").read_text("utf-8")
ROWS: list[list[str]] = [line.split(" | ") for line in re.findall(r"^\| (.*) \|$", PAGE, re.MULTILINE)]
Handler = Callable[[WebSocket], Coroutine[Any, Any, None]]
Scene = Callable[[Service], Awaitable[Any]]
MUCH = "x" * 100_000
"""A text that is longer than what uvicorn keeps before it lets a handler wait."""


def now() -> float:
    return round(asyncio.get_running_loop().time(), 6)


def cells(beginning: str) -> list[str]:
    """Return what a row of the page's tables says, behind the cell with which it begins."""
    (row,) = [row for row in ROWS if row[0] == beginning]
    return row[1:]


def visitor(world: Service, max_queue: int = 16) -> Any:
    """Let somebody come who answers pings, and keeps so many texts that nobody has received."""
    return unix_connect(world.address, "ws://x/", ping_interval=None, proxy=None, compression=None, max_queue=max_queue)


@asynccontextmanager
async def sleeper(world: Service) -> AsyncIterator[None]:
    """Let somebody come who sleeps from then on."""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sock, world.address)
        await loop.sock_sendall(sock, UPGRADE)
        yield


def run(handler: Handler, scene: Scene, **options: Any) -> None:
    """Serve a handler until a scene is over."""
    app = FastAPI()
    app.websocket("/")(handler)

    async def main() -> None:
        async with served(app, local=True, **options) as world:
            await scene(world)

    jump(main())


async def closed(connection: ClientConnection) -> int | None:
    """Wait until a connection is closed; return the code that the client sees."""
    with suppress(ConnectionClosed):
        while True:
            await connection.recv()
    return connection.close_code


def accepted(handle: Handler) -> Handler:
    """Return a handler that accepts first."""

    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        await handle(socket)

    return handler


def acting(*calls: str) -> Handler:
    """Return a handler that does one thing after the other, and lets the last one raise."""
    async def handler(socket: WebSocket) -> None:
        does: dict[str, Callable[[], Awaitable[Any]]] = {
            "accept": socket.accept, "close": socket.close, "receive": socket.receive_text,
            "send": lambda: socket.send_text("cake"), "wait": lambda: asyncio.sleep(9),
        }
        for call in calls[:-1]:
            with suppress(WebSocketDisconnect):
                await does[call]()
        await does[calls[-1]]()

    return handler


async def hears(socket: WebSocket) -> None:
    """Receive, until the client has left."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()


async def stays(world: Service, *says: Any) -> int | None:
    """Say something, and stay; return the code at the end."""
    async with visitor(world) as connection:
        for each in says:
            await connection.send(each)
        return await closed(connection)


async def leaves(world: Service) -> None:
    async with visitor(world) as connection:
        await asyncio.sleep(7)
        await connection.close(1001, "bye")


# Two directions, and news for all


@pytest.fixture
def _with_fastapi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the page's listings catch FastAPI's exception in the place of their own."""
    for listing in both_ways, news:
        monkeypatch.setattr(listing, "WebSocketDisconnect", WebSocketDisconnect)


def test_the_stand_in_ends_as_a_client_of_fastapi_does() -> None:
    """The page's client and uvicorn's raise the same codes at the same calls."""
    async def ends(socket: Any, kind: Any, codes: list[int]) -> list[int]:
        for call in socket.receive_text(), socket.send_text("cake"):
            with pytest.raises(kind) as caught:
                await call
            codes.append(caught.value.code)
        return codes

    async def visit() -> list[int]:
        ann = client.Client("Ann")
        ann.leave()
        return await ends(ann, client.WebSocketDisconnect, [])

    async def handler(socket: WebSocket) -> None:
        await ends(socket, WebSocketDisconnect, codes)

    codes: list[int] = []
    run(accepted(handler), leaves)
    assert codes == jump(visit()) == [1001, 1006]


@pytest.mark.parametrize("star", [False, True])
def test_without_a_star_each_leaving_client_is_in_the_log(star: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def handler(socket: WebSocket) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(asyncio.sleep(9))
                await socket.receive_text()
        except* WebSocketDisconnect:
            if not star:
                raise

    run(accepted(handler), leaves)
    errors = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert errors == ([] if star else ["Exception in ASGI application\n"])


@pytest.mark.usefixtures("_with_fastapi")
@pytest.mark.parametrize(("wakes_after", "code"), [(0.5, 1013), (5, 1006)])
def test_a_client_who_wakes_in_time_sees_the_code(wakes_after: float, code: int) -> None:
    everything, seen = news.News(1), []

    async def scene(world: Service) -> None:
        async with visitor(world, max_queue=1) as bob:
            await asyncio.sleep(1)
            while everything.patience:
                everything.tell(MUCH)
                await asyncio.sleep(0.1)
            await asyncio.sleep(wakes_after)
            seen.append(await closed(bob))

    run(accepted(lambda socket: news.meet(socket, everything)), scene)
    assert seen == [code]


def test_a_stopped_handler_is_forgotten() -> None:
    async def main() -> None:
        everything = news.News(1)
        task = asyncio.create_task(news.meet(client.Client("Ann"), everything))
        await asyncio.sleep(1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not everything.patience

    jump(main())


# Who has gone?


class Ears:
    """A handler that receives, or one that sends every 30 seconds, and what it hears, when."""

    def __init__(self, receives: bool) -> None:
        self.receives, self.heard, self.words = receives, list[tuple[int, float]](), list[str]()

    async def handler(self, socket: WebSocket) -> None:
        try:
            while True:
                if self.receives:
                    self.words.append(await socket.receive_text())
                else:
                    await asyncio.sleep(30)
                    await socket.send_text("news")
        except WebSocketDisconnect as error:
            self.heard.append((error.code, round(now())))


async def breaks_off(world: Service) -> None:
    async with visitor(world) as connection:
        await asyncio.sleep(7)
        connection.transport.abort()


async def sleeps(world: Service) -> None:
    async with sleeper(world):
        await asyncio.sleep(100)


@pytest.mark.parametrize(
    ("who", "scene", "ended"),
    [("leaves with 1001", leaves, 7), ("breaks off", breaks_off, 7), ("falls asleep", sleeps, 40)],
)
def test_the_table_says_what_handlers_hear_of_a_client_who_is_gone(who: str, scene: Any, ended: int) -> None:
    async def act(world: Service) -> None:
        await scene(world)
        await asyncio.sleep(50)

    found = []
    for ears in Ears(receives=True), Ears(receives=False):
        run(accepted(ears.handler), act)
        found += ears.heard
    (received, when), (sent, then) = found
    assert (when, then) == (ended, 30 if ended == 7 else 60)
    after = "at once" if ended == 7 else "after 40 s", "" if ended == 7 else " after that"
    assert cells(who) == [f"{received}, {after[0]}", f"{sent}, at its next text{after[1]}"]


def test_a_client_who_sleeps_on_unsent_news_is_never_told_of() -> None:
    """Neither half hears of the ping's end, nor of uvicorn's; a limit of one's own ends the handler."""
    told: list[float] = []

    async def flood(socket: WebSocket) -> None:
        while True:
            await socket.send_text(MUCH)

    async def handler(socket: WebSocket) -> None:
        try:
            async with asyncio.timeout(150), asyncio.TaskGroup() as group:
                group.create_task(flood(socket))
                await socket.receive_text()
        except TimeoutError:
            told.append(now())

    async def scene(world: Service) -> None:
        async with sleeper(world):
            await asyncio.sleep(50)
            world.server.should_exit = True
            await asyncio.sleep(150)

    run(accepted(handler), scene)
    assert told == [150]
    assert cells("falls asleep, and news is unsent") == [
        "nothing", "nothing: `send_text()` waits, or [fails](#meanwhile-in-your-code)",
    ]


@pytest.mark.parametrize("receives", [True, False])
def test_a_client_who_has_spoken_is_thrown_out_by_a_handler_that_only_sends(receives: bool) -> None:
    ears, seen = Ears(receives), list[tuple[int | None, float]]()

    async def scene(world: Service) -> None:
        async with visitor(world) as connection:
            await connection.send("soup, please")
            with suppress(TimeoutError):
                async with asyncio.timeout(100):
                    seen.append((await closed(connection), now()))
        await asyncio.sleep(100)

    run(accepted(ears.handler), scene)
    receiving, sending = cells("is awake, and has said a word")
    if receives:
        assert (ears.words, seen, receiving) == (["soup, please"], [], "the word")
    else:
        assert (seen, ears.heard) == ([(1011, 40)], [(1006, 60)])
        assert sending == "1006: uvicorn has closed with 1011 after 40 s"


def test_a_client_who_speaks_twice_is_thrown_out_by_a_handler_that_is_slow() -> None:
    async def handler(socket: WebSocket) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_text()
                await asyncio.sleep(60)

    assert seen_by_a_client(accepted(handler), "soup, please", "and cake") == 1011


def test_uvicorn_has_the_defaults_of_the_page() -> None:
    config = uvicorn.Config(FastAPI())
    assert (config.ws_ping_interval, config.ws_ping_timeout, config.ws_max_size) == (20, 20, 16 * 2**20)


# Closing time


def ended_at_sigterm(handle: Handler, limit: int | None = None) -> float:
    """Let the signal come after a second; return when uvicorn has ended within a minute and a half, or 0."""
    told: list[float] = []

    async def scene(world: Service) -> None:
        async with visitor(world) as connection:
            await asyncio.sleep(1)
            signal.raise_signal(signal.SIGTERM)
            assert await closed(connection) == 1012
            await asyncio.wait([world.serving], timeout=90)
            told.append(now() if world.serving.done() else 0)

    with at_sigterm(lambda *_: None):
        run(accepted(handle), scene, timeout_graceful_shutdown=limit)
    return told[0]


@pytest.mark.usefixtures("_with_fastapi")
def test_at_sigterm_both_ways_end_at_once(caplog: pytest.LogCaptureFixture) -> None:
    assert 1 < ended_at_sigterm(lambda socket: both_ways.both_ways(socket, asyncio.Queue())) < 1.5
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_at_sigterm_a_handler_that_receives_hears_1012_and_can_send_no_more() -> None:
    heard: list[int] = []

    async def handler(socket: WebSocket) -> None:
        for call in socket.receive_text(), socket.send_text("good night"):
            try:
                await call
            except WebSocketDisconnect as error:
                heard.append(error.code)

    ended_at_sigterm(handler)
    assert heard == [1012, 1006]


@pytest.mark.parametrize("limit", [None, 5])
def test_at_sigterm_a_handler_that_waits_for_news_is_waited_for(
    limit: int | None, caplog: pytest.LogCaptureFixture,
) -> None:
    async def handler(socket: WebSocket) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(100):
                await send(socket, asyncio.Queue())

    caplog.set_level(logging.INFO, "uvicorn.error")
    assert bool(ended_at_sigterm(handler, limit)) == bool(limit)
    said = [f"{record.levelname + ':':<9} {record.getMessage()}".strip() for record in caplog.records]
    waiting, cancelling, error = illustration("yours/a-websocket-whole", "a-websocket-at-sigterm").splitlines()
    after = said[said.index("INFO:     Shutting down") + 1 :]
    assert [line for line in after if "server process" not in line] == [waiting, *[cancelling, error] * bool(limit)]


def seen_by_a_client(handler: Handler, *says: str, **options: Any) -> int | str | None:
    """Return the code that a client sees at the end, or the status if it isn't let in."""
    seen: list[int | str | None] = []

    async def scene(world: Service) -> None:
        try:
            seen.append(await stays(world, *says))
        except InvalidStatus as error:
            seen.append(f"{error.response.status_code}")

    run(handler, scene, **options)
    return seen[0]


async def fails(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("handler", "says", "seen"),
    [
        (acting("accept", "close"), "", 1000), (acting("accept"), "", 1006),
        (accepted(lambda _: fails(ZeroDivisionError())), "", 1006),
        (accepted(lambda _: fails(WebSocketException(1008))), "", 1008),
        (lambda _: fails(WebSocketException(1008)), "", "403"), (accepted(hears), "x" * 2000, 1009),
        (accepted(lambda socket: socket.close(4321)), "", 4321),
    ],
)
def test_the_table_of_codes(handler: Handler, says: str, seen: int | str) -> None:
    assert seen_by_a_client(handler, *[says] * bool(says), ws_max_size=1000) == seen


# What Starlette raises


async def says_bytes(world: Service) -> None:
    await stays(world, b"soup")


CLOSED, GONE = "you have closed, or not accepted", "you were told so before, or you have closed"
RAISED: list[tuple[str, Scene, str, type[Exception]]] = [
    ("accept receive", leaves, "the client has left", WebSocketDisconnect),
    ("accept receive receive", leaves, "you were told so before", WebSocketDisconnected),
    ("accept close receive", stays, CLOSED, WebSocketDisconnected), ("receive", stays, CLOSED, WebSocketDisconnected),
    ("accept receive", says_bytes, "bytes came", KeyError),
    ("accept wait send", leaves, "the client is gone", WebSocketDisconnect),
    ("accept wait send send", leaves, GONE, WebSocketDisconnected),
    ("accept close send", stays, GONE, WebSocketDisconnected),
    ("send", stays, "you have not accepted", RuntimeError),
]
WORDS: dict[type[Exception], Callable[[Any], str]] = {
    KeyError: lambda error: f"KeyError: {error}",
    WebSocketDisconnect: lambda error: "`WebSocketDisconnect`, with "
    + ("the client’s `code` and `reason`" if (error.code, error.reason) == (1001, "bye") else f"{error.code}"),
}


def raised(handler: Handler, scene: Scene) -> Exception:
    """Run a scene, and return what comes out of a handler."""
    found: list[Exception] = []

    async def heard(socket: WebSocket) -> None:
        try:
            await handler(socket)
        except Exception as error:
            found.append(error)

    async def act(world: Service) -> None:
        with suppress(InvalidStatus):
            await scene(world)
        while world.server.server_state.tasks:
            await asyncio.sleep(1)

    run(heard, act)
    return found[0]


@pytest.mark.parametrize(("calls", "scene", "when", "kind"), RAISED)
def test_the_table_says_what_starlette_raises(calls: str, scene: Scene, when: str, kind: type[Exception]) -> None:
    error = raised(acting(*calls.split()), scene)
    (said,) = cells(when)
    assert type(error) is kind
    words = said if kind is WebSocketDisconnect else said.strip("`")
    assert re.fullmatch(".*".join(map(re.escape, words.split("…"))), WORDS.get(kind, str)(error))


def test_the_table_says_what_uvicorn_raises_when_a_ping_went_unanswered() -> None:
    """Less is unsent here than what lets the handler wait."""
    connections: set[Any] = set()

    @accepted
    async def handler(socket: WebSocket) -> None:
        while not next(iter(connections)).transport.get_write_buffer_size():
            await socket.send_text("x" * 1000)
        await asyncio.sleep(100)
        await socket.send_text("x")

    async def scene(world: Service) -> None:
        async with sleeper(world):
            while not connections:
                await asyncio.sleep(0)
                connections.update(world.server.server_state.connections)
            await asyncio.sleep(110)

    error = raised(handler, scene)
    assert type(error) is RuntimeError
    assert cells("a ping went unanswered, and news is unsent") == [f"`{error}`"]


def test_what_a_dependency_lends_is_lent_until_the_client_leaves() -> None:
    app, said = FastAPI(), list[float]()

    async def session() -> AsyncIterator[None]:
        said.append(now())
        yield
        said.append(now())

    @app.websocket("/")
    async def handler(socket: WebSocket, lent: None = Depends(session)) -> None:
        await accepted(hears)(socket)

    async def main() -> None:
        async with served(app, local=True) as world:
            await leaves(world)

    jump(main())
    assert said == [0, 7]
