"""What handlers and clients hear of each other's end: a real uvicorn and a real client, on the clock that jumps.

Their sockets are Unix sockets, on which what is sent is there at once, so that no clock jumps over it.
"""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import logging
import re
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
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

PAGE = (ROOT / "docs/yours/a-websocket-whole.md").read_text("utf-8")
ROWS: list[list[str]] = [line.split(" | ") for line in re.findall(r"^\| (.*) \|$", PAGE, re.MULTILINE)]
Handler = Callable[[WebSocket], Coroutine[Any, Any, None]]
Scene = Callable[["World"], Awaitable[None]]
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MUCH = "x" * 100_000
"""A text that is longer than what uvicorn keeps before it lets a handler wait."""


def now() -> float:
    return asyncio.get_running_loop().time()


def cells(*beginning: str) -> list[str]:
    """Return what a row of the page's tables says, behind the cells with which it begins."""
    (row,) = [row for row in ROWS if row[: len(beginning)] == list(beginning)]
    return list(row[len(beginning) :])


class World:
    """An application under uvicorn, and who comes to it."""

    def __init__(self, path: str, server: uvicorn.Server, serving: asyncio.Task[None]) -> None:
        self.path, self.server, self.serving = path, server, serving

    @asynccontextmanager
    async def visitor(self, max_queue: int = 16) -> AsyncIterator[ClientConnection]:
        """Let somebody come who answers pings, and keeps so many texts that nobody has received."""
        async with unix_connect(
            self.path, "ws://x/", ping_interval=None, proxy=None, compression=None, max_queue=max_queue,
        ) as connection:
            yield connection

    @asynccontextmanager
    async def sleeper(self) -> AsyncIterator[socket.socket]:
        """Let somebody come who sleeps from then on."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(sock, self.path)
            await loop.sock_sendall(sock, HANDSHAKE)
            yield sock


@asynccontextmanager
async def served(app: Any, **options: Any) -> AsyncIterator[World]:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        path = str(Path(folder, "s"))
        listener.bind(path)
        listener.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", **options))
        serving = asyncio.create_task(server.serve([listener]))
        while not (server.started or serving.done()):
            await asyncio.sleep(0)
        try:
            yield World(path, server, serving)
        finally:
            server.should_exit = True
            await serving


def run(handler: Handler, scene: Scene, **options: Any) -> None:
    """Serve a handler until a scene is over."""
    app = FastAPI()
    app.websocket("/")(handler)

    async def main() -> None:
        async with served(app, **options) as world:
            await scene(world)

    jump(main())


async def closed(connection: ClientConnection) -> int | None:
    """Wait until a connection is closed; return the code that the client sees."""
    with suppress(ConnectionClosed):
        while True:
            await connection.recv()
    return connection.close_code


# Two directions


@pytest.fixture
def _with_fastapi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the page's listings catch FastAPI's exception in the place of their own."""
    for listing in both_ways, news:
        monkeypatch.setattr(listing, "WebSocketDisconnect", WebSocketDisconnect)


async def a_minute(handle: Any, socket: Any) -> tuple[float, BaseException | None]:
    """Serve a client, with news after a minute; return when the handler ended, and how."""
    queue: asyncio.Queue[str] = asyncio.Queue()
    asyncio.get_running_loop().call_later(60, queue.put_nowait, "cake")
    try:
        await handle(socket, queue)
    except BaseException as error:
        return now(), error
    return now(), None


@pytest.mark.usefixtures("_with_fastapi")
@pytest.mark.parametrize(("handle", "ended"), [(send, 60), (both_ways.both_ways, 5)])
def test_who_receives_hears_at_once_that_the_client_has_left(handle: Any, ended: float) -> None:
    heard = []

    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        heard.append(await a_minute(handle, socket))

    async def scene(world: World) -> None:
        async with world.visitor():
            await asyncio.sleep(5)
        await asyncio.sleep(70)

    run(handler, scene)
    ((when, error),) = heard
    assert when == pytest.approx(ended, abs=0.5)
    assert getattr(error, "code", None) == (1006 if handle is send else None)


def test_the_stand_in_ends_as_a_client_of_fastapi_does() -> None:
    """The page's client and uvicorn's raise the same codes at the same calls."""
    async def visit() -> list[int]:
        ann, codes = client.Client("Ann"), []
        ann.leave()
        for call in ann.receive_text(), ann.send_text("cake"):
            with pytest.raises(client.WebSocketDisconnect) as caught:
                await call
            codes.append(caught.value.code)
        return codes

    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        for call in socket.receive_text(), socket.send_text("cake"):
            with pytest.raises(WebSocketDisconnect) as caught:
                await call
            codes.append(caught.value.code)

    async def scene(world: World) -> None:
        async with world.visitor() as visitor:
            await visitor.close(1001)
        await asyncio.sleep(1)

    codes: list[int] = []
    run(handler, scene)
    assert codes == jump(visit()) == [1001, 1006]


@pytest.mark.parametrize("star", [False, True])
def test_without_a_star_each_leaving_client_is_in_the_log(star: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def handler(socket: WebSocket) -> None:
        async def both() -> None:
            async with asyncio.TaskGroup() as group:
                group.create_task(asyncio.sleep(9))
                await socket.receive_text()

        await socket.accept()
        if star:
            try:
                await both()
            except* WebSocketDisconnect:
                pass
        else:
            try:
                await both()
            except WebSocketDisconnect:
                raise AssertionError from None

    async def scene(world: World) -> None:
        async with world.visitor():
            pass
        await asyncio.sleep(1)

    run(handler, scene)
    errors = [record for record in caplog.records if record.levelno > logging.INFO]
    assert [record.getMessage() for record in errors] == ([] if star else ["Exception in ASGI application\n"])
    for record in errors:
        assert record.exc_info
        assert str(record.exc_info[1]) == "unhandled errors in a TaskGroup (1 sub-exception)"


def test_a_sender_without_a_group_is_an_orphan() -> None:
    async def careless(ann: client.Client, queue: Any) -> None:
        sending.append(asyncio.create_task(send(ann, queue)))
        with suppress(client.WebSocketDisconnect):
            await ann.receive_text()

    async def main() -> tuple[float, BaseException | None]:
        ann = client.Client("Ann")
        asyncio.get_running_loop().call_later(5, ann.leave)
        assert await a_minute(careless, ann) == (5, None)
        await asyncio.wait(sending)
        return now(), sending[0].exception()

    sending: list[asyncio.Task[None]] = []
    when, error = jump(main())
    assert when == 60
    assert isinstance(error, client.WebSocketDisconnect)


# News for all


def follow(world_news: news.News) -> Handler:
    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        await news.meet(socket, world_news)

    return handler


@pytest.mark.usefixtures("_with_fastapi")
def test_a_client_who_sleeps_is_struck_off_and_the_others_have_all_news() -> None:
    everything = news.News(5)
    heard: list[str] = []

    async def listen(connection: ClientConnection) -> None:
        async for text in connection:
            heard.append(str(text)[:4])

    async def scene(world: World) -> None:
        async with world.visitor() as ann, world.sleeper():
            listening = asyncio.create_task(listen(ann))
            await asyncio.sleep(1)
            for number in range(100):
                everything.tell(f"{number:04}{MUCH}")
                await asyncio.sleep(0.1)
            assert len(everything.patience) == 1
            assert len(world.server.server_state.tasks) == 1
            await ann.close()
            await listening
        await asyncio.sleep(1)
        assert not everything.patience

    run(follow(everything), scene)
    assert heard == [f"{number:04}" for number in range(100)]


@pytest.mark.usefixtures("_with_fastapi")
@pytest.mark.parametrize(("wakes_after", "code"), [(0.5, 1013), (5, 1006)])
def test_a_client_who_wakes_in_time_sees_the_code(wakes_after: float, code: int) -> None:
    everything, seen = news.News(1), []

    async def scene(world: World) -> None:
        async with world.visitor(max_queue=1) as bob:
            await asyncio.sleep(1)
            while everything.patience:
                everything.tell(MUCH)
                await asyncio.sleep(0.1)
            await asyncio.sleep(wakes_after)
            seen.append(await closed(bob))

    run(follow(everything), scene)
    assert seen == [code]


def test_two_news_at_once_strike_a_client_off_once() -> None:
    """A limit that has struck can't be moved any more."""
    async def main() -> None:
        everything, bob = news.News(1), client.Client("Bob", 60)
        task = asyncio.create_task(news.meet(bob, everything))
        await asyncio.sleep(1)
        for _ in range(5):
            everything.tell("soup")
            everything.tell("fish")
            await asyncio.sleep(0)
        await task
        assert now() == 2
        assert not everything.patience

    jump(main())


def test_errors_of_a_handler_are_not_taken_for_a_slow_client() -> None:
    class Broken(client.Client):
        async def receive_text(self) -> None:
            raise TimeoutError("the database")

    async def main() -> None:
        with pytest.raises(ExceptionGroup) as caught:
            await news.meet(Broken("Ann"), news.News(1))
        assert caught.group_contains(TimeoutError, match="the database")

    jump(main())


def test_a_stopped_handler_is_not_taken_for_a_slow_client() -> None:
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

    def __init__(self, receives: bool, text: str = "news") -> None:
        self.receives, self.text, self.heard, self.words = receives, text, list[tuple[int, float]](), list[str]()

    async def handler(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                if self.receives:
                    self.words.append(await socket.receive_text())
                else:
                    await asyncio.sleep(30)
                    await socket.send_text(self.text)
        except WebSocketDisconnect as error:
            self.heard.append((error.code, now()))


async def leaves(world: World) -> float:
    async with world.visitor() as connection:
        await asyncio.sleep(7)
        await connection.close(1001)
        return now()


async def breaks_off(world: World) -> float:
    async with world.visitor() as connection:
        await asyncio.sleep(7)
        connection.transport.abort()
        return now()


async def sleeps(world: World) -> float:
    async with world.sleeper():
        await asyncio.sleep(100)
    return 0


@pytest.mark.parametrize(
    ("who", "scene", "ended"),
    [("leaves with 1001", leaves, 7), ("breaks off", breaks_off, 7), ("falls asleep", sleeps, 40)],
)
def test_the_table_says_what_handlers_hear_of_a_client_who_is_gone(who: str, scene: Any, ended: int) -> None:
    receiving, sending = cells(who)
    ears = Ears(receives=True)

    async def act(world: World) -> None:
        await scene(world)
        await asyncio.sleep(50)

    run(ears.handler, act)
    ((code, when),) = ears.heard
    assert when == pytest.approx(ended, abs=0.5)
    assert receiving == f"{code}, {'at once' if ended == 7 else 'after 40 s'}"

    ears = Ears(receives=False)
    run(ears.handler, act)
    ((code, when),) = ears.heard
    assert when == (30 if ended == 7 else 60)
    assert sending == f"{code}, at its next text{'' if ended == 7 else ' after that'}"


def test_a_client_who_sleeps_on_unsent_news_is_never_told_of() -> None:
    """Neither half hears of the ping's end, nor of uvicorn's; a limit of one's own ends the handler."""
    told: list[str] = []

    async def handler(socket: WebSocket) -> None:
        async def flood() -> None:
            while True:
                await socket.send_text(MUCH)

        await socket.accept()
        try:
            async with asyncio.timeout(150), asyncio.TaskGroup() as group:
                group.create_task(flood())
                await socket.receive_text()
        except TimeoutError:
            told.append(f"a limit at {now():.0f}")

    async def scene(world: World) -> None:
        async with world.sleeper():
            await asyncio.sleep(50)
            world.server.should_exit = True
            await asyncio.sleep(50)
            assert not world.serving.done()
            assert not told
            await asyncio.sleep(100)

    run(handler, scene)
    assert told == ["a limit at 150"]
    assert cells("falls asleep, and news is unsent") == [
        "nothing", "nothing: `send_text()` waits, or [fails](#meanwhile-in-your-code)",
    ]


@pytest.mark.parametrize("receives", [True, False])
def test_a_client_who_has_spoken_is_thrown_out_by_a_handler_that_only_sends(receives: bool) -> None:
    ears, seen = Ears(receives), list[tuple[int | None, float]]()

    async def scene(world: World) -> None:
        async with world.visitor() as connection:
            await connection.send("soup, please")
            with suppress(TimeoutError):
                async with asyncio.timeout(100):
                    seen.append((await closed(connection), now()))
        await asyncio.sleep(100)

    run(ears.handler, scene)
    receiving, sending = cells("is awake, and has said a word")
    if receives:
        assert (ears.words, seen, receiving) == (["soup, please"], [], "the word")
    else:
        assert seen == [(1011, 40)]
        assert ears.heard == [(1006, 60)]
        assert sending == "1006: uvicorn has closed with 1011 after 40 s"


def test_a_client_who_speaks_twice_is_thrown_out_by_a_handler_that_is_slow() -> None:
    seen: list[tuple[int | None, float]] = []

    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_text()
                await asyncio.sleep(60)

    async def scene(world: World) -> None:
        async with world.visitor() as connection:
            await connection.send("soup, please")
            await connection.send("and cake")
            seen.append((await closed(connection), now()))

    run(handler, scene)
    assert seen == [(1011, 40)]


def test_a_client_who_answers_pings_and_says_nothing_may_stay() -> None:
    ears = Ears(receives=False)

    async def scene(world: World) -> None:
        async with world.visitor() as connection:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(100):
                    await closed(connection)
        await asyncio.sleep(100)

    run(ears.handler, scene)
    assert [code for code, _ in ears.heard] == [1006]


def test_uvicorn_has_the_defaults_of_the_page() -> None:
    config = uvicorn.Config(FastAPI())
    assert (config.ws_ping_interval, config.ws_ping_timeout, config.ws_max_size) == (20, 20, 16 * 2**20)


@pytest.mark.parametrize("name", ["uvicorn", "Starlette", "websockets"])
def test_the_page_names_the_version(name: str) -> None:
    assert f"{name} {version(name)}" in PAGE


# Closing time


@pytest.fixture
def _passed_on() -> Iterator[None]:
    """Let nobody be ended by the signal that uvicorn passes on."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    yield
    signal.signal(signal.SIGTERM, before)


def at_sigterm(handler: Handler, limit: int | None = None, *, wait: float = 10) -> tuple[int | None, float]:
    """Let the signal come after a second; return the code that the client sees, and when uvicorn has ended."""
    told: list[Any] = []

    async def scene(world: World) -> None:
        async with world.visitor() as connection:
            await asyncio.sleep(1)
            signal.raise_signal(signal.SIGTERM)
            told.append(await closed(connection))
            await asyncio.wait([world.serving], timeout=wait)
            told.append(now() if world.serving.done() else 0)

    run(handler, scene, timeout_graceful_shutdown=limit)
    code, ended = told
    return code, ended


@pytest.mark.usefixtures("_passed_on", "_with_fastapi")
def test_at_sigterm_both_ways_end_at_once_and_the_client_sees_1012(caplog: pytest.LogCaptureFixture) -> None:
    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        await both_ways.both_ways(socket, asyncio.Queue())

    code, ended = at_sigterm(handler)
    assert code == 1012
    assert 1 < ended < 1.5
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


@pytest.mark.usefixtures("_passed_on")
def test_at_sigterm_a_handler_that_receives_hears_1012_and_can_send_no_more() -> None:
    heard: list[int] = []

    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        for call in socket.receive_text(), socket.send_text("good night"):
            try:
                await call
            except WebSocketDisconnect as error:
                heard.append(error.code)

    at_sigterm(handler)
    assert heard == [1012, 1006]


@pytest.mark.usefixtures("_passed_on")
@pytest.mark.parametrize("limit", [None, 5])
def test_at_sigterm_a_handler_that_waits_for_news_is_waited_for(
    limit: int | None, caplog: pytest.LogCaptureFixture,
) -> None:
    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(TimeoutError):
            async with asyncio.timeout(100):
                await send(socket, asyncio.Queue())

    caplog.set_level(logging.INFO, "uvicorn.error")
    code, ended = at_sigterm(handler, limit, wait=90)
    assert code == 1012
    assert bool(ended) == bool(limit)
    said = [f"{record.levelname + ':':<9} {record.getMessage()}".strip() for record in caplog.records]
    shown = re.search(r"^:name: a-websocket-at-sigterm\n\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert shown
    waiting, cancelling, error = shown[1].splitlines()
    after = said[said.index("INFO:     Shutting down") + 1 :]
    assert [line for line in after if "server process" not in line] == [waiting, *[cancelling, error] * bool(limit)]


def seen_by_a_client(handler: Handler, says: str | bytes | None = None, **options: Any) -> int | str | None:
    """Return the code that a client sees at the end, or the status if it isn't let in."""
    seen: list[int | str | None] = []

    async def scene(world: World) -> None:
        try:
            async with world.visitor() as connection:
                if says:
                    await connection.send(says)
                seen.append(await closed(connection))
        except InvalidStatus as error:
            seen.append(f"{error.response.status_code}")

    run(handler, scene, **options)
    return seen[0]


async def accepts(socket: WebSocket) -> None:
    await socket.accept()


async def fails(socket: WebSocket) -> None:
    await socket.accept()
    raise ZeroDivisionError


async def says_good_bye(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


async def forbids(socket: WebSocket) -> None:
    await socket.accept()
    raise WebSocketException(1008)


async def refuses(socket: WebSocket) -> None:
    await socket.close(1008)


async def invents(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close(4321)


async def hears(socket: WebSocket) -> None:
    await socket.accept()
    with suppress(WebSocketDisconnect):
        await socket.receive_text()


@pytest.mark.parametrize(
    ("handler", "says", "seen"),
    [
        (says_good_bye, None, 1000), (accepts, None, 1006), (fails, None, 1006), (forbids, None, 1008),
        (refuses, None, "403"), (hears, "x" * 2000, 1009), (invents, None, 4321),
    ],
)
def test_the_table_of_codes(handler: Handler, says: str | None, seen: int | str) -> None:
    assert seen_by_a_client(handler, says, ws_max_size=1000) == seen


def test_the_table_of_codes_is_whole() -> None:
    assert [row[0] for row in ROWS if re.match(r"\d{4}", row[0])] == [
        "1000", "1001", "1005, 1006", "1008", "1009", "1011", "1012", "1013", "4000 to 4999",
    ]


# What Starlette raises


async def comes_and_leaves(world: World) -> None:
    async with world.visitor() as connection:
        await connection.close(1001, "bye")


async def stays(world: World) -> None:
    async with world.visitor() as connection:
        await closed(connection)


async def says_bytes(world: World) -> None:
    async with world.visitor() as connection:
        await connection.send(b"soup")
        await closed(connection)


async def after_leaving(socket: WebSocket) -> None:
    await socket.accept()
    with pytest.raises(WebSocketDisconnect) as caught:
        await socket.receive_text()
    assert (caught.value.code, caught.value.reason) == (1001, "bye")
    assert cells("the client has left") == ["`WebSocketDisconnect`, with the client’s `code` and `reason`"]
    with pytest.raises(WebSocketDisconnect):  # what one call has told, the other still has to tell
        await socket.send_text("cake")


async def told_before(socket: WebSocket) -> None:
    await socket.accept()
    with suppress(WebSocketDisconnect):
        await socket.receive_text()
    await socket.receive_text()


async def closed_by_oneself(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()
    await socket.receive_text()


async def not_accepted(socket: WebSocket) -> None:
    await socket.receive_text()


async def bytes_came(socket: WebSocket) -> None:
    await socket.accept()
    await socket.receive_text()


async def sends_when_left(socket: WebSocket) -> None:
    await socket.accept()
    await asyncio.sleep(5)
    with pytest.raises(WebSocketDisconnect) as caught:
        await socket.send_text("cake")
    assert cells("the client is gone") == [f"`WebSocketDisconnect`, with {caught.value.code}"]


async def sends_once_more(socket: WebSocket) -> None:
    await socket.accept()
    await asyncio.sleep(5)
    with suppress(WebSocketDisconnect):
        await socket.send_text("cake")
    await socket.send_text("cake")


async def sends_when_closed(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()
    await socket.send_text("cake")


async def sends_too_early(socket: WebSocket) -> None:
    await socket.send_text("cake")


RAISED: list[tuple[Handler, Scene, str, type[Exception]]] = [
    (told_before, comes_and_leaves, "it told you so before", WebSocketDisconnected),
    (closed_by_oneself, stays, "you have closed, or not accepted", WebSocketDisconnected),
    (not_accepted, stays, "you have closed, or not accepted", WebSocketDisconnected),
    (bytes_came, says_bytes, "bytes came", KeyError),
    (sends_once_more, comes_and_leaves, "it told you so before, or you have closed", WebSocketDisconnected),
    (sends_when_closed, stays, "it told you so before, or you have closed", WebSocketDisconnected),
    (sends_too_early, stays, "you have not accepted", RuntimeError),
]


def raised(handler: Handler, scene: Scene) -> BaseException | None:
    """Run a scene, and return what comes out of a handler."""
    found: list[BaseException] = []

    async def heard(socket: WebSocket) -> None:
        try:
            await handler(socket)
        except Exception as error:
            found.append(error)

    async def act(world: World) -> None:
        with suppress(InvalidStatus):
            await scene(world)
        while world.server.server_state.tasks:
            await asyncio.sleep(1)

    run(heard, act)
    return found[0] if found else None


def words(message: str) -> str:
    """Return an expression for what the page says of a message, where a … is anything."""
    return ".*".join(map(re.escape, message.strip("`").split("…")))


@pytest.mark.parametrize(("handler", "scene", "when", "kind"), RAISED, ids=lambda each: getattr(each, "__name__", ""))
def test_the_table_says_what_starlette_raises(
    handler: Handler, scene: Scene, when: str, kind: type[Exception],
) -> None:
    error = raised(handler, scene)
    (said,) = cells(when)
    assert type(error) is kind
    assert re.fullmatch(words(said), f"KeyError: {error}" if kind is KeyError else str(error))


@pytest.mark.parametrize("handler", [after_leaving, sends_when_left])
def test_the_table_says_when_a_disconnect_is_raised(handler: Handler) -> None:
    assert raised(handler, comes_and_leaves) is None


def test_the_table_says_what_uvicorn_raises_when_a_ping_went_unanswered() -> None:
    """Less is unsent here than what lets the handler wait, and the half that receives hears nothing."""
    connections: list[Any] = []
    heard: list[str] = []

    async def receive(socket: WebSocket) -> None:
        heard.append(await socket.receive_text())

    async def handler(socket: WebSocket) -> None:
        await socket.accept()
        async with asyncio.TaskGroup() as group:
            receiving = group.create_task(receive(socket))
            try:
                await flood(socket)
            finally:
                heard.append("nothing" if not receiving.done() else "something")
                receiving.cancel()

    async def flood(socket: WebSocket) -> None:
        while not connections[0].transport.get_write_buffer_size():
            await socket.send_text("x" * 1000)
        await asyncio.sleep(100)
        await socket.send_text("x")

    async def scene(world: World) -> None:
        async with world.sleeper():
            while not world.server.server_state.connections:
                await asyncio.sleep(0)
            connections.extend(world.server.server_state.connections)
            await asyncio.sleep(110)

    group = raised(handler, scene)
    assert isinstance(group, ExceptionGroup)
    assert heard == ["nothing"]
    (error,) = group.exceptions
    (said,) = cells("a ping went unanswered, and news is unsent")
    assert type(error) is RuntimeError
    assert said.strip("`") == str(error)


def test_what_starlette_raises_is_no_websocket_disconnect() -> None:
    assert issubclass(WebSocketDisconnected, RuntimeError)
    assert not issubclass(WebSocketDisconnected, WebSocketDisconnect)


def test_what_a_dependency_lends_is_lent_until_the_client_leaves() -> None:
    app, said = FastAPI(), list[str]()

    async def session() -> AsyncIterator[None]:
        said.append(f"opens at {now():.0f}")
        yield
        said.append(f"closes at {now():.0f}")

    @app.websocket("/")
    async def handler(socket: WebSocket, lent: None = Depends(session)) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            await socket.receive_text()

    async def main() -> None:
        async with served(app) as world, world.visitor():
            await asyncio.sleep(100)

    jump(main())
    assert said == ["opens at 0", "closes at 100"]
