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
from typing import Any

import aiohttp
import httpx
import redis.asyncio
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

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


def of_httpx(port: int) -> Ask:
    """Return a request of one client of httpx."""
    client = httpx.AsyncClient()
    return lambda: client.get(f"http://127.0.0.1:{port}/")


def of_redis(port: int) -> Ask:
    """Return a request of one client of redis, which says nothing to begin with."""
    return redis.asyncio.Redis(port=port, protocol=2, driver_info=None).ping


def of_aiohttp(port: int) -> Ask:
    """Return a request of one session of aiohttp, which is made at the first one, on its loop."""
    sessions: list[aiohttp.ClientSession] = []

    async def ask() -> str:
        if not sessions:
            sessions.append(aiohttp.ClientSession())
        async with sessions[0].get(f"http://127.0.0.1:{port}/") as response:
            return await response.text()

    return ask


def of_engine(**options: Any) -> Callable[[int], Ask]:
    """Return a maker of requests of one engine: two queries at once."""

    def make(_port: int) -> Ask:
        engine = create_async_engine(f"sqlite+aiosqlite:///{tempfile.mkdtemp()}/orders.db", **options)

        async def query() -> None:
            async with engine.connect() as connection:
                await connection.execute(text("SELECT 1"))

        return lambda: asyncio.gather(query(), query())

    return make


def attempt(runner: asyncio.Runner, ask: Ask) -> str:
    """Return the words of the error that a request raises on this loop, or nothing."""

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


def main() -> None:
    """Print it all as JSON: on loops that are closed, and on two that stay."""
    logging.disable()
    threading.excepthook = lambda _: None  # of a thread of aiosqlite whose loop is closed
    clients = {
        "httpx": of_httpx, "redis": of_redis, "aiohttp": of_aiohttp, "SQLAlchemy": of_engine(pool_size=2),
        "one place": of_engine(pool_size=1, max_overflow=0), "NullPool": of_engine(poolclass=NullPool),
    }
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Peer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        said = {}
        for name, make in clients.items():
            ask, runners = make(port := server.server_address[1]), [asyncio.Runner(), asyncio.Runner()]
            said[name] = [closed(make(port)), [attempt(runner, ask) for runner in runners]]
        print(json.dumps(said), flush=True)
        os._exit(0)


if __name__ == "__main__":
    main()
