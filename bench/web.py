"""FastAPI's hello, served by uvicorn on three loops: what the loop matters where a framework stands on it."""
from __future__ import annotations

import asyncio
import importlib.util
import socket
from collections.abc import Callable
from typing import Any

from ghetto_asyncio.service.loop import Loop

ASKED = b"GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"
END = b'{"hello":"Ann"}'
LOOPS: dict[str, Callable[[], Any]] = {"ours": Loop, "asyncio": asyncio.SelectorEventLoop}
SERVERS: dict[str, Callable[[socket.socket], None]] = {}
"""By name: each serves a listening socket for ever; none if FastAPI and uvicorn are not installed."""


def on(new_loop: Callable[[], Any]) -> Callable[[socket.socket], None]:
    """Return the server on a new loop."""

    def run(listener: socket.socket) -> None:
        app = fastapi.FastAPI()

        @app.get("/hello")
        async def hello() -> dict[str, str]:
            return {"hello": "Ann"}

        config = uvicorn.Config(
            app, log_level="critical", access_log=False, http="h11", ws="none", lifespan="off",
            timeout_keep_alive=3600,  # meanwhile the other servers have their turns
        )
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(uvicorn.Server(config).serve([listener]))

    return run


if all(map(importlib.util.find_spec, ("fastapi", "uvicorn", "uvloop"))):
    import fastapi
    import uvicorn
    import uvloop

    LOOPS["uvloop"] = uvloop.new_event_loop
    SERVERS |= {f"FastAPI, {name}": on(loop) for name, loop in LOOPS.items()}
