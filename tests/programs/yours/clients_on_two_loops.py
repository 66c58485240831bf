"""Prints what clients say that connected on one loop and are used on another, for a table of a page.

A process of its own: what such a client leaves open is nobody's.
"""
from __future__ import annotations

import asyncio
import json
import logging
import os
import socketserver
import tempfile
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import redis.asyncio
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

Ask = Callable[[], Awaitable[object]]


class Peer(socketserver.StreamRequestHandler):
    """Answers HTTP and redis alike, and keeps the connection."""

    def handle(self) -> None:
        """Answer each request; who has gone needs no answer."""
        try:
            while line := self.rfile.readline():
                if line.startswith(b"*"):
                    for _ in range(2 * int(line[1:])):
                        self.rfile.readline()
                    self.wfile.write(b"+PONG\r\n")
                else:
                    while self.rfile.readline().strip():
                        pass
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    """Its threads end with the process."""

    daemon_threads = True


def of_httpx(port: int) -> Ask:
    """Return a request of one client of httpx."""
    client = httpx.AsyncClient()
    return lambda: client.get(f"http://127.0.0.1:{port}/")


def of_redis(port: int) -> Ask:
    """Return a request of one client of redis, which says nothing to begin with."""
    client = redis.asyncio.Redis(port=port, protocol=2, driver_info=None)
    return client.ping


def of_aiohttp(port: int) -> Ask:
    """Return a request of one session of aiohttp, which is made at the first one, on its loop."""
    sessions: list[aiohttp.ClientSession] = []

    async def ask() -> str:
        if not sessions:
            sessions.append(aiohttp.ClientSession())
        async with sessions[0].get(f"http://127.0.0.1:{port}/") as response:
            return await response.text()

    return ask


async def query(engine: AsyncEngine) -> None:
    """Ask the database once."""
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))


def of_engine(**options: Any) -> Callable[[int], Ask]:
    """Return what returns a request of one engine: two queries at once."""

    def make(_port: int) -> Ask:
        file = Path(tempfile.mkdtemp()) / "orders.db"
        engine = create_async_engine(f"sqlite+aiosqlite:///{file}", **options)

        async def ask() -> None:
            await asyncio.gather(query(engine), query(engine))

        return ask

    return make


def attempt(runner: asyncio.Runner, ask: Ask) -> str:
    """Return what a request on this loop says, or nothing."""

    async def limited() -> None:
        async with asyncio.timeout(60):
            await ask()

    try:
        runner.run(limited())
    except Exception as error:
        return str(error)
    return ""


def closed(ask: Ask) -> list[str]:
    """Ask on four loops, each of which is closed before the next one is made."""
    said = []
    for _ in range(4):
        with asyncio.Runner() as runner:
            said.append(attempt(runner, ask))
    return said


def rests(ask: Ask) -> list[str]:
    """Ask on one loop and then on another, while the first is still there."""
    one, two = asyncio.Runner(), asyncio.Runner()
    return [attempt(runner, ask) for runner in (one, two)]


def print_nothing(_args: threading.ExceptHookArgs) -> None:
    """Say nothing of a thread of aiosqlite whose loop is closed."""


def main() -> None:
    """Print it all as JSON."""
    logging.disable()
    threading.excepthook = print_nothing
    clients = {
        "httpx": of_httpx, "redis": of_redis, "aiohttp": of_aiohttp, "SQLAlchemy": of_engine(pool_size=2),
        "one place": of_engine(pool_size=1, max_overflow=0), "NullPool": of_engine(poolclass=NullPool),
    }
    with Server(("127.0.0.1", 0), Peer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        said = {name: [closed(make(port)), rests(make(port))] for name, make in clients.items()}
        server.shutdown()
    print(json.dumps(said), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
