"""Libraries of every day run on the loop of the last part, unchanged; httpx and websockets do with FastAPI."""
from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import aiohttp.web
import aiosqlite
import anyio
import anyio.lowlevel
import pytest
import redis.asyncio

from ghetto_asyncio.service.loop import Loop
from tests.programs.yours.libraries import HOST, listening
from tests.support.endings import threads_end

Use = Callable[[], Coroutine[Any, Any, Any]]


async def use_redis() -> Any:
    async def resp(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve three words of redis' protocol."""
        kept = {}
        while head := await reader.readline():
            words = []
            for _ in range(int(head[1:])):
                size = int((await reader.readline())[1:])
                words.append((await reader.readexactly(size + 2))[:-2])
            match words:
                case [b"SET", key, value]:
                    kept[key] = value
                    writer.write(b"+OK\r\n")
                case [b"GET", key]:
                    writer.write(b"$%d\r\n%s\r\n" % (len(kept[key]), kept[key]))
                case _:
                    writer.write(b"*-1\r\n")
            with suppress(ConnectionError):
                await writer.drain()
        writer.close()

    async with listening(resp) as port, redis.asyncio.Redis(port=port, protocol=2, max_connections=1) as client:
        await client.set("name", "Ann")
        return {await client.get("name") for _ in range(20)}, await client.blpop(["queue"], 1)


async def use_aiohttp() -> Any:
    async def size(request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text=f"{len(await request.text())} letters")

    async def send(_request: aiohttp.web.Request) -> aiohttp.web.FileResponse:
        return aiohttp.web.FileResponse(Path(__file__))  # piece by piece, since sendfile() is refused

    app = aiohttp.web.Application()
    app.add_routes([aiohttp.web.post("/", size), aiohttp.web.get("/", send)])
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, HOST, 0).start()
    url = f"http://{HOST}:{runner.addresses[0][1]}/"
    async with aiohttp.ClientSession() as client, client.post(url, data=b"x" * 1_000_000) as answer:
        said = await answer.text()
        async with client.get(url) as file:
            assert await file.read() == Path(__file__).read_bytes()
    await runner.cleanup()
    return said


async def use_aiosqlite() -> Any:
    async with aiosqlite.connect(":memory:") as database:
        await database.execute("create table people (name)")
        await database.executemany("insert into people values (?)", [("Ann",), ("Bob",)])
        async with database.execute("select name from people") as rows:
            said = [row async for row in rows]
    await asyncio.to_thread(threads_end, "_connection_worker_thread")
    return said


async def use_anyio() -> Any:
    async def handle(stream: anyio.abc.SocketStream) -> None:
        async with stream:
            await stream.send(await stream.receive())

    async def five() -> int:
        await anyio.lowlevel.checkpoint()
        return 5

    async with await anyio.create_tcp_listener(local_host=HOST) as listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, handle)
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        async with await anyio.connect_tcp(HOST, port) as stream:
            await stream.send(b"hi")
            said = await stream.receive()
        group.cancel_scope.cancel()
    return said, await anyio.to_thread.run_sync(anyio.from_thread.run, five)


SAID = {
    use_redis: ({b"Ann"}, None),
    use_aiohttp: "1000000 letters",
    use_aiosqlite: [("Ann",), ("Bob",)],
    use_anyio: (b"hi", 5),
}


def run(use: Use) -> Any:
    """Run on the last loop."""
    factory: Any = Loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(asyncio.wait_for(use(), 60))


@pytest.mark.parametrize("use", SAID, ids=lambda use: use.__name__)
def test_a_library_does_there_what_it_does_on_asyncio(use: Use) -> None:
    assert run(use) == SAID[use]


@pytest.mark.parametrize("way", ["stream", "event", "task"])
def test_what_has_been_handed_over_is_not_taken_back(way: str) -> None:
    """AnyIO cancels no task that is about to go on with the value of one of asyncio's futures."""
    had: list[str] = []

    async def main() -> None:
        send, receive = anyio.create_memory_object_stream[str](0)
        ready, cook = anyio.Event(), asyncio.create_task(anyio.sleep(0))
        waits: dict[str, Any] = {"stream": receive.receive, "event": ready.wait, "task": lambda: cook}

        async def ann() -> None:
            await waits[way]()
            had.append("soup")

        async with send, receive, anyio.create_task_group() as group:
            group.start_soon(ann)
            if way == "task":
                cook.add_done_callback(lambda _cook: group.cancel_scope.cancel())
                await anyio.lowlevel.checkpoint()
                assert not had
            else:
                await anyio.wait_all_tasks_blocked()
                send.send_nowait("soup") if way == "stream" else ready.set()
                group.cancel_scope.cancel()

    run(main)
    assert had == ["soup"]
