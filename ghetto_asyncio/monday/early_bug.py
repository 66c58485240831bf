"""A handler takes one thing from a generator, and leaves."""
import asyncio
from contextvars import ContextVar

from ghetto_asyncio.monday.wire import Connection

client = ContextVar("client", default="?")


async def get_conn():
    """Open a connection, note for whom, and tidy up at the end."""
    task = asyncio.current_task()
    token = client.set("Ann")
    conn = await Connection.open()
    try:
        yield conn
    finally:
        conn.close()
        print("closed by the handler:", asyncio.current_task() is task)
        client.reset(token)


async def handler():
    """Return what the database answers."""
    async for conn in get_conn():
        return await conn.ask("orders of Ann")
