"""Libraries of every day run on the loop of the last part, unchanged, and do there what they do on asyncio's."""
from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import aiohttp.web
import aiosqlite
import anyio
import anyio.lowlevel
import httpx
import pytest
import redis.asyncio
import uvicorn
import websockets

from ghetto_asyncio.service.loop import Loop as Ours
from tests.support.endings import threads_end

BOTH = pytest.mark.parametrize("new_loop", [Ours, asyncio.SelectorEventLoop], ids=["ours", "asyncio"])
HOST = "127.0.0.1"
Use = Callable[[], Coroutine[Any, Any, Any]]


async def resp(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve a few words of redis' protocol."""
    store: dict[bytes, bytes] = {}
    while head := await reader.readline():
        words = []
        for _ in range(int(head[1:])):
            size = int((await reader.readline())[1:])
            words.append((await reader.readexactly(size + 2))[:-2])
        match words:
            case [b"SET", key, value]:
                store[key] = value
                writer.write(b"+OK\r\n")
            case [b"GET", key]:
                writer.write(b"$%d\r\n%s\r\n" % (len(store[key]), store[key]))
            case [b"BLPOP", *_]:
                writer.write(b"*-1\r\n")
            case _:
                writer.write(b"-ERR unknown\r\n")
        with suppress(ConnectionError):
            await writer.drain()
    writer.close()


async def use_redis() -> Any:
    server = await asyncio.start_server(resp, HOST, 0)
    port = server.sockets[0].getsockname()[1]
    pool = redis.asyncio.ConnectionPool(port=port, protocol=2, max_connections=1)
    async with redis.asyncio.Redis(connection_pool=pool) as client:
        await client.set("name", "Ann")
        values = [await client.get("name") for _ in range(20)]
        said = set(values), await client.blpop(["queue"], 1)
    await pool.aclose()
    server.close()
    return said


async def use_aiohttp() -> Any:
    async def size(request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text=f"{len(await request.text())} letters")

    app = aiohttp.web.Application()
    app.router.add_post("/", size)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, HOST, 0).start()
    url = f"http://{HOST}:{runner.addresses[0][1]}/"
    async with aiohttp.ClientSession() as client, client.post(url, data=b"x" * 1_000_000) as answer:
        said = await answer.text()
    await runner.cleanup()
    return said


async def use_websockets() -> Any:
    async def echo(socket: websockets.ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async with websockets.serve(echo, HOST, 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with websockets.connect(f"ws://{HOST}:{port}", proxy=None) as client:
            await client.send("x" * 500_000)
            return len(await client.recv())


async def use_aiosqlite() -> Any:
    async with aiosqlite.connect(":memory:") as database:
        await database.execute("create table people (name)")
        await database.executemany("insert into people values (?)", [("Ann",), ("Bob",)])
        async with database.execute("select name from people") as rows:
            said = [row async for row in rows]
    await asyncio.to_thread(threads_end, "_connection_worker_thread")
    return said


async def five() -> int:
    await anyio.lowlevel.checkpoint()
    return 5


async def use_anyio() -> Any:
    async def handle(stream: anyio.abc.SocketStream) -> None:
        async with stream:
            await stream.send(await stream.receive())

    async with await anyio.create_tcp_listener(local_host=HOST) as listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, handle)
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        async with await anyio.connect_tcp(HOST, port) as stream:
            await stream.send(b"hi")
            said = await stream.receive()
        group.cancel_scope.cancel()
    return said, await anyio.to_thread.run_sync(anyio.from_thread.run, five)


async def use_httpx() -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
        await send({"type": "http.response.body", "body": b"hello"})

    config = uvicorn.Config(app, host=HOST, port=0, log_level="critical", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", trust_env=False, verify=False) as client:
        answers = await asyncio.gather(*[client.get("/") for _ in range(10)])
    server.should_exit = True
    await serving
    return {answer.text for answer in answers}


SAID = {
    use_redis: ({b"Ann"}, None),
    use_aiohttp: "1000000 letters",
    use_websockets: 500_000,
    use_aiosqlite: [("Ann",), ("Bob",)],
    use_anyio: (b"hi", 5),
    use_httpx: {"hello"},
}


@pytest.mark.parametrize("loop", [Ours, asyncio.SelectorEventLoop], ids=["ours", "asyncio"])
@pytest.mark.parametrize("use", SAID, ids=lambda use: use.__name__)
def test_a_library_does_there_what_it_does_on_asyncio(use: Use, loop: Callable[[], Any]) -> None:
    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(asyncio.wait_for(use(), 60)) == SAID[use]


@BOTH
@pytest.mark.parametrize("way", ["stream", "event", "task", "sender"])
def test_what_has_been_handed_over_is_not_taken_back(way: str, new_loop: Any) -> None:
    """AnyIO cancels no task that is about to go on with a value, and as of a sender, tells who is gone."""
    had: list[str] = []

    async def by_stream() -> None:
        send, receive = anyio.create_memory_object_stream[str](0)

        async def ann() -> None:
            had.append(await receive.receive())

        async with send, receive, anyio.create_task_group() as group:
            group.start_soon(ann)
            await anyio.wait_all_tasks_blocked()
            send.send_nowait("soup")
            group.cancel_scope.cancel()

    async def by_event() -> None:
        ready = anyio.Event()

        async def ann() -> None:
            await ready.wait()
            had.append("soup")

        async with anyio.create_task_group() as group:
            group.start_soon(ann)
            await anyio.wait_all_tasks_blocked()
            ready.set()
            group.cancel_scope.cancel()

    async def by_task() -> None:
        """A task that a task awaits is a future to AnyIO, too."""
        cook = asyncio.create_task(anyio.sleep(0))

        async def ann() -> None:
            await cook
            had.append("soup")

        async with anyio.create_task_group() as group:
            group.start_soon(ann)
            cook.add_done_callback(lambda _cook: group.cancel_scope.cancel())
            await anyio.lowlevel.checkpoint()
            assert not had

    async def by_sender() -> None:
        send, receive = anyio.create_memory_object_stream[str](0)
        async with send, receive:
            ann = asyncio.create_task(receive.receive())
            await anyio.wait_all_tasks_blocked()
            ann.cancel()
            with pytest.raises(anyio.WouldBlock):
                send.send_nowait("soup")
            had.append("soup")

    ways = {"stream": by_stream, "event": by_event, "task": by_task, "sender": by_sender}
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(ways[way]())
    assert had == ["soup"]


@BOTH
def test_aiohttp_sends_a_file(new_loop: Any, tmp_path: Path) -> None:
    """By sendfile(), or, where that is refused, piece by piece."""
    menu = tmp_path / "menu"
    menu.write_bytes(bytes(300_000))

    async def main() -> int:
        async def send(_request: aiohttp.web.Request) -> aiohttp.web.FileResponse:
            return aiohttp.web.FileResponse(menu)

        app = aiohttp.web.Application()
        app.add_routes([aiohttp.web.get("/menu", send)])
        server = aiohttp.web.AppRunner(app)
        await server.setup()
        await aiohttp.web.TCPSite(server, HOST, 0).start()
        url = f"http://{HOST}:{server.addresses[0][1]}/menu"
        async with aiohttp.ClientSession() as client, client.get(url) as said:
            size = len(await said.read())
        await server.cleanup()
        return size

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(main()) == 300_000


@BOTH
def test_aiohttp_runs_an_app_on_a_loop_that_it_is_given(new_loop: Any) -> None:
    ran: list[asyncio.AbstractEventLoop] = []

    def leave() -> None:
        raise aiohttp.web.GracefulExit

    async def begin(_app: aiohttp.web.Application) -> None:
        ran.append(asyncio.get_running_loop())
        ran[0].call_soon(leave)

    app, loop = aiohttp.web.Application(), new_loop()
    app.on_startup.append(begin)
    with socket.create_server((HOST, 0)) as listener:
        aiohttp.web.run_app(app, sock=listener, loop=loop, print=lambda *_: None)
    assert ran == [loop]
    assert loop.is_closed()
