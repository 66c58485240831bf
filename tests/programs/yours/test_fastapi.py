"""What a day's work asks of a loop, of FastAPI under uvicorn: the same comes of it on ours and on asyncio's."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import http.client
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import httpx
import pytest
import uvicorn
import websockets
from fastapi import BackgroundTasks, Depends, FastAPI, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from ghetto_asyncio.service.loop import Loop
from tests.support.peers import service as peers

Scene = Callable[["Service"], Coroutine[Any, Any, object]]
LOOPS: dict[str, Callable[[], Any]] = {"ours": Loop, "asyncio": asyncio.new_event_loop}


class Service:
    """An application that writes down what happens in it, and its client."""

    served: peers.Service

    def __init__(self) -> None:
        self.log: list[str] = []
        self.changed = asyncio.Event()
        self.together = threading.Barrier(8)

    @property
    def host(self) -> str:
        return "{}:{}".format(*self.served.address)

    def say(self, what: str) -> None:
        self.log.append(what)
        self.changed.set()

    async def heard(self, what: str) -> None:
        """Wait until something has happened."""
        async with asyncio.timeout(60):
            while what not in self.log:
                self.changed.clear()
                await self.changed.wait()

    async def get(self, path: str) -> Any:
        async with httpx.AsyncClient(trust_env=False, base_url=f"http://{self.host}") as client:
            return (await client.get(path)).json()

    async def part(self, path: str, heard: str = "") -> None:
        """Ask, read the first piece or wait until something has happened, and hang up."""
        reader, writer = await asyncio.open_connection(*self.served.address)
        writer.write(peers.get(path))
        await (self.heard(heard) if heard else reader.readuntil(b"0\n"))
        writer.close()
        await writer.wait_closed()

    def app(self) -> FastAPI:
        """Return the application."""
        @asynccontextmanager
        async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
            self.say("opens")
            yield
            self.say("closes")

        app = FastAPI(lifespan=lifespan)

        async def session() -> AsyncIterator[str]:
            self.say("session opens")
            try:
                yield "session"
            finally:
                self.say("session closes")

        @app.get("/hello")
        async def hello() -> str:
            return "hello"

        @app.get("/thread")
        def thread() -> str:
            self.together.wait(60)  # all eight are in threads at the same time
            return "in the loop's" if threading.current_thread() is threading.main_thread() else "in a thread"

        @app.get("/lent")
        async def lent(what: str = Depends(session)) -> str:
            self.say("handler")
            return what

        @app.get("/stream")
        async def stream(pause: float) -> StreamingResponse:
            async def pieces() -> AsyncIterator[str]:
                try:
                    for number in range(3 if not pause else 1000):
                        yield f"{number}\n"
                        await asyncio.sleep(pause)
                    self.say("stream is at its end")
                except asyncio.CancelledError:
                    self.say("stream is cancelled")
                    raise

            return StreamingResponse(pieces())

        @app.get("/slow")
        async def slow() -> str:
            self.say("slow begins")
            await asyncio.sleep(0.05)
            self.say("slow is done")
            return "slow"

        @app.get("/background")
        async def background(tasks: BackgroundTasks) -> str:
            async def later() -> None:  # a `def` would run in a thread, from which nothing may be said
                self.say("background")

            tasks.add_task(later)
            return "answered"

        @app.websocket("/echo")
        async def echo(socket: WebSocket) -> None:
            await socket.accept()
            try:
                while True:
                    await socket.send_text("you said " + await socket.receive_text())
            except WebSocketDisconnect:
                self.say("websocket is left")

        return app


async def threads(world: Service) -> object:
    return [await world.get("/hello"), *await asyncio.gather(*[world.get("/thread") for _ in range(8)])]


async def dependency(world: Service) -> object:
    return [await world.get("/lent"), *world.log]


async def stream(world: Service) -> object:
    url = f"http://{world.host}/stream?pause=0"
    async with httpx.AsyncClient(trust_env=False) as client, client.stream("GET", url) as answer:
        return [line async for line in answer.aiter_lines()], list(world.log)


async def background(world: Service) -> object:
    answer = await world.get("/background")
    await world.heard("background")
    return [answer, *world.log]


async def websocket(world: Service) -> object:
    async with websockets.connect(f"ws://{world.host}/echo", proxy=None) as client:
        await client.send("hello")
        answer = await client.recv()
    await world.heard("websocket is left")
    return answer


async def left(world: Service) -> object:
    await world.part("/stream?pause=0.01")
    await world.heard("stream is cancelled")
    await world.part("/slow", "slow begins")
    await world.heard("slow is done")
    return list(world.log)


async def terminated(world: Service) -> object:
    """Ann is inside when the signal comes."""
    ann = asyncio.create_task(world.get("/slow"))
    await world.heard("slow begins")
    os.kill(os.getpid(), signal.SIGTERM)
    answer = await ann
    await world.served.serving
    return [answer, *world.log]


EXPECTED: dict[Scene, object] = {
    threads: ["hello", *["in a thread"] * 8],
    dependency: ["session", "session opens", "handler", "session closes"],
    stream: (["0", "1", "2"], ["stream is at its end"]),
    background: ["answered", "background"],
    websocket: "you said hello",
    left: ["stream is cancelled", "slow begins", "slow is done"],
    terminated: ["slow", "slow begins", "slow is done", "closes"],
}


@pytest.mark.parametrize("loop", LOOPS)
def test_fastapi_runs(loop: str) -> None:
    async def main() -> dict[Any, object]:
        found, world = {}, Service()
        served = peers.served(world.app(), lifespan="on", timeout_graceful_shutdown=2)
        async with served as world.served, asyncio.timeout(60):
            for scene in EXPECTED:
                world.log.clear()
                found[scene] = await scene(world)
        return found

    passed_on: list[int] = []
    heard = peers.at_sigterm(lambda number, _frame: passed_on.append(number))
    with heard, asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        assert runner.run(main()) == EXPECTED
    assert passed_on == [signal.SIGTERM]


async def ended(handler: Scene, force: bool, **options: Any) -> list[str]:
    """Stop a server while a handler is in the middle, perhaps by force; return what is said."""
    service = Service()
    app = service.app()
    app.get("/")(partial(handler, service))
    async with peers.served(app, lifespan="on", **options) as found:
        _reader, writer = await asyncio.open_connection(*found.address)
        writer.write(peers.get())
        await service.heard("begins")
        found.server.should_exit, found.server.force_exit = True, force
        await found.serving
        service.say("serve() returns")
        writer.close()
    return service.log


async def late(service: Service) -> None:
    service.say("begins")
    try:
        await asyncio.sleep(0.2)
    finally:
        service.say("tidies up")
        await asyncio.sleep(0.05)
        service.say("ends")


@pytest.mark.parametrize(("loop", "force", "options", "end"), [
    *[(loop, False, {"timeout_graceful_shutdown": 0}, ["closes"]) for loop in LOOPS], ("ours", True, {}, ["ends"]),
])
def test_uvicorn_waits_at_the_second_ctrl_c_and_not_for_whom_it_has_cancelled(
    loop: str, force: bool, options: dict[str, Any], end: list[str],
) -> None:
    """The page says the one: if it fails, uvicorn has got better; and the solution the other: in wait_closed()."""
    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        assert runner.run(ended(late, force, **options)) == ["opens", "begins", "tidies up", *end, "serve() returns"]


def test_ten_of_the_54_methods_are_called() -> None:
    """From outside the loop, its doors and its transports: this is what the page begins with."""
    methods = {name for name in vars(asyncio.AbstractEventLoop) if not name.startswith("_")}
    callers: dict[str, set[str]] = {}

    def spied(name: str) -> Any:
        def spy(self: Any, *args: Any, **options: Any) -> Any:
            caller = sys._getframe(1).f_globals["__name__"]
            if not caller.startswith("ghetto_asyncio") or name == "get_debug":  # which a future of asyncio's asks, in C
                callers.setdefault(name, set()).add(caller.partition(".")[0])
            return getattr(super(Spy, self), name)(*args, **options)

        return spy

    Spy: Any = type("Spy", (Loop,), {name: spied(name) for name in methods if hasattr(Loop, name)})
    answers: list[bytes] = []

    def visit() -> None:
        client = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=60)
        try:
            client.request("GET", "/hello")
            answers.append(client.getresponse().read())
        finally:
            client.close()
            server.should_exit = True

    app = FastAPI()
    app.get("/hello")(hello)
    with socket.create_server(("127.0.0.1", 0)) as listener, asyncio.Runner(loop_factory=Spy) as runner:
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", http="h11"))
        visitor = threading.Thread(target=visit)
        visitor.start()
        runner.run(server.serve([listener]))
        visitor.join()
    assert answers == [b'"hello"']
    assert len(methods) == 54
    assert {name for name, modules in callers.items() if "uvicorn" in modules} == {
        "call_later", "create_server", "create_task",
    }
    assert sorted(callers) == [
        "call_later", "call_soon", "close", "create_future", "create_server", "create_task", "get_debug",
        "run_until_complete", "shutdown_asyncgens", "shutdown_default_executor",
    ]


async def hello() -> str:
    return "hello"
