"""Servers and clients of libraries; and the names that the programs of libraries.txt are given."""
# ruff: noqa: F401
from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import logging
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp
import aiosqlite
import anyio
import fastapi
import httpx
import pytest
import sqlalchemy
import websockets
from sqlalchemy import orm
from sqlalchemy.ext import asyncio as database
from starlette.background import BackgroundTask
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import PlainTextResponse, StreamingResponse

from ghetto_asyncio.clocks.virtual import AsyncioLoop as new_loop
from tests.support.endings import threads_end
from tests.support.peers.service import UPGRADE, get, served

HOST = "127.0.0.1"
GET = get()
START = {"type": "http.response.start", "status": 200}
SEVEN = sqlalchemy.text("select 7")
Meet = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@contextlib.asynccontextmanager
async def listening(meet: Meet) -> AsyncIterator[int]:
    """Give the port of a server."""
    server = await asyncio.start_server(meet, HOST, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Listen, and say nothing."""
    while await reader.read(1000):
        pass
    writer.close()


async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Listen for a moment, and hang up."""
    await reader.read(1000)
    writer.write_eof()
    await silent(reader, writer)


async def asked(app: Any, *requests: bytes, **options: Any) -> None:
    """Put requests to an application behind uvicorn, a second each; stop the server, and hang up."""
    async with contextlib.AsyncExitStack() as stack, served(app, timeout_graceful_shutdown=1, **options) as service:
        for request in requests:
            _reader, writer = await asyncio.open_connection(*service.address)
            stack.callback(writer.close)
            writer.write(request)
            await asyncio.sleep(1)


async def meet(app: Any, kind: str, *messages: dict[str, Any], path: str = "/") -> None:
    """Call an application as a server does that has a client who says some things, and goes."""
    coming = [*messages, {"type": f"{kind}.disconnect", "code": 1006}]

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(1)
        return coming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        await asyncio.sleep(0.1)

    method = {"method": "GET"} if kind == "http" else {}
    scope = {"type": kind, **method, "path": path, "query_string": b"", "headers": [], "http_version": "1.1"}
    await app(scope, receive, send)


def app(handler: Callable[..., Any], **options: Any) -> fastapi.FastAPI:
    """Return an application with a handler."""
    made = fastapi.FastAPI()
    made.add_api_route("/", handler, **options)
    return made


async def answer(handler: Callable[..., Any]) -> None:
    """Let a handler answer, whatever type that has."""
    await meet(app(handler, response_model=None), "http", {"type": "http.request"})


async def talk(handler: Callable[[fastapi.WebSocket], Awaitable[None]]) -> None:
    """Let a handler talk to a client who says nothing, and goes."""
    made = fastapi.FastAPI()
    made.add_api_websocket_route("/", handler)
    await meet(made, "websocket", {"type": "websocket.connect"})


async def listens(connection: websockets.ServerConnection) -> None:
    """Wait for a message."""
    await connection.recv()


@contextlib.asynccontextmanager
async def connected(
    meet: Callable[[websockets.ServerConnection], Awaitable[None]] = listens,
) -> AsyncIterator[websockets.ClientConnection]:
    """Give the client's end of a websocket."""
    async with websockets.serve(meet, HOST, 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with websockets.connect(f"ws://{HOST}:{port}", proxy=None) as client:
            yield client


class Base(orm.DeclarativeBase):
    """What is in the database."""


class Order(Base):
    """An order of a guest."""

    __tablename__ = "orders"
    number: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    guest: orm.Mapped[str]


@contextlib.asynccontextmanager
async def engine(**options: Any) -> AsyncIterator[database.AsyncEngine]:
    """Give an engine, whose threads have ended when it is left."""
    made = database.create_async_engine("sqlite+aiosqlite://", poolclass=sqlalchemy.AsyncAdaptedQueuePool, **options)
    try:
        yield made
    finally:
        await made.dispose()
        await asyncio.to_thread(threads_end, "_connection_worker_thread")


@contextlib.asynccontextmanager
async def session() -> AsyncIterator[database.AsyncSession]:
    """Give a session that has no connection yet."""
    async with engine() as made, database.AsyncSession(made) as given:
        yield given


async def ordered(given: database.AsyncSession) -> Order:
    """Return an order that has been committed."""
    await (await given.connection()).run_sync(Base.metadata.create_all)
    given.add(order := Order(number=7, guest="Ann"))
    await given.commit()
    return order


@contextlib.asynccontextmanager
async def http(meet: Meet, **options: Any) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client of a server."""
    async with listening(meet) as port:
        url = f"http://{HOST}:{port}"
        async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False, **options) as client:
            yield client
