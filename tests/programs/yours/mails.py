"""Five mails under a real uvicorn, on the clock that jumps. Run as a program, it is ended by a real SIGTERM."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

from fastapi import BackgroundTasks, FastAPI, Request

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday import outbox
from ghetto_asyncio.monday.house import house
from ghetto_asyncio.monday.post import post
from tests.support.peers.service import get, served

Mail = Callable[[str], Awaitable[None]]
Scene = Callable[["Guest"], Awaitable[None]]


class Guest:
    """Somebody at the other end of uvicorn's sockets."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address

    async def ask(self, path: str, streams: Any = None) -> tuple[int, Any]:
        """Ask for a path, by an open connection or a new one; return the status, and the connection."""
        reader, writer = streams or await asyncio.open_connection(*self.address)
        writer.write(get(path))
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        return int(head.split()[1]), (reader, writer)

    async def order(self, path: str) -> int:
        """Ask by a connection of its own, and return the status."""
        status, (_, writer) = await self.ask(path)
        writer.close()
        await writer.wait_closed()
        return status


def serve(app: Any, scene: Scene, limit: int | None = None) -> None:
    """Serve an application until the scene is over, and until uvicorn has ended."""

    async def main() -> None:
        async with served(app, lifespan="auto", timeout_graceful_shutdown=limit) as service:
            await scene(Guest(service.address))

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(main())


def restaurant(mail: Mail, database: sqlite3.Connection, grace: float = 10) -> FastAPI:
    """Make an application that sends a mail in the way for which it is asked, and then waits, or not at all."""
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with house(grace) as app.state.start, post(mail, grace, workers=1) as app.state.queue:
            yield

    app = FastAPI(lifespan=lifespan)
    held: set[Any] = set()
    app.state.held = held

    @app.get("/{way}")
    async def order(way: str, request: Request, tasks: BackgroundTasks, pause: float = 0) -> None:
        match way:
            case "BackgroundTasks":
                tasks.add_task(mail, way)
            case "create_task()":
                held.add(asyncio.create_task(mail(way)))  # type: ignore[arg-type]
            case "house":
                request.app.state.start(mail(way))
            case "post":
                request.app.state.queue.put_nowait(way)
            case "outbox":
                outbox.order(database, way)
        if pause >= 0:
            await asyncio.sleep(pause)

    return app


async def five_orders(guest: Guest) -> None:
    """Order as in `monday.five_mails`, and send the signal at five seconds."""
    for way in ("BackgroundTasks", "house", "post", "outbox", "create_task()"):
        await guest.order(f"/{way}")
        await asyncio.sleep(1)
    signal.raise_signal(signal.SIGTERM)


def main(path: str) -> None:
    """Take five orders, say what becomes of each mail, and be killed."""
    async def mail(way: str) -> None:
        print(way, "begins")
        try:
            await asyncio.sleep(10)
            print(way, "is sent")
        finally:
            print(way, "ends", flush=True)

    with closing(sqlite3.connect(path)) as database:
        outbox.create(database)
        serve(restaurant(mail, database), five_orders, limit=3)
        print("never said")


if __name__ == "__main__":
    main(sys.argv[1])
