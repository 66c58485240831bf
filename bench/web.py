"""FastAPI's hello, served by uvicorn on three loops: what the loop matters where a framework stands on it."""
from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import fastapi
import uvicorn
import uvloop

from bench.servers import on
from ghetto_asyncio.service.loop import Loop

ASKED = b"GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"
END = b'{"hello":"Ann"}'
LOOPS: dict[str, Callable[[], Any]] = {
    "ours": Loop, "asyncio": asyncio.SelectorEventLoop, "uvloop": uvloop.new_event_loop,
}


async def _hello(listener: socket.socket) -> None:
    app = fastapi.FastAPI()

    @app.get("/hello")
    async def hello() -> dict[str, str]:
        return {"hello": "Ann"}

    config = uvicorn.Config(
        app, log_level="critical", access_log=False, http="h11", ws="none", lifespan="off",
        timeout_keep_alive=3600,  # meanwhile the other servers have their turns
    )
    await uvicorn.Server(config).serve([listener])


SERVERS = {f"FastAPI, {name}": on(loop, _hello) for name, loop in LOOPS.items()}
