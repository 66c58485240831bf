"""An application under a real uvicorn, or called by a client of httpx."""
from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import uvicorn


class Service(NamedTuple):
    """A server that serves, until serving is done, and its address: a host and a port, or a path."""

    server: uvicorn.Server
    serving: asyncio.Task[None]
    address: Any


def get(path: str = "/", *lines: str) -> bytes:
    """Return a request, with more lines of its head."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode()


@contextmanager
def at_sigterm(handler: Any) -> Iterator[None]:
    """Let a handler have the signal, which uvicorn passes on when it has ended."""
    before = signal.signal(signal.SIGTERM, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


UPGRADE = get(
    "/", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


def calling(app: Any, **options: Any) -> httpx.AsyncClient:
    """Return a client of an application that no server serves."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, **options), base_url="http://here")


def answers(app: Any, *paths: str, **options: Any) -> list[httpx.Response]:
    """Return the answers to requests, each made in a task of its own."""
    async def main() -> list[httpx.Response]:
        async with calling(app, **options) as client:
            return [await asyncio.create_task(client.get(path)) for path in paths]

    return asyncio.run(main())


@asynccontextmanager
async def served(app: Any, *, local: bool = False, **options: Any) -> AsyncIterator[Service]:
    """Serve by TCP, or locally by a Unix socket, where sent bytes are there before any clock jumps."""
    settings: dict[str, Any] = {"log_config": None, "access_log": False, "lifespan": "off", **options}
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX if local else socket.AF_INET) as listener:
        if not local:
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a clock would jump over Nagle's 40 ms
        listener.bind(f"{folder}/s" if local else ("127.0.0.1", 0))
        listener.listen()
        server = uvicorn.Server(uvicorn.Config(app, **settings))
        serving = asyncio.create_task(server.serve([listener]))
        while not (server.started or serving.done()):
            await asyncio.sleep(0)
        try:
            yield Service(server, serving, listener.getsockname())
        finally:
            server.should_exit = True
            await serving
