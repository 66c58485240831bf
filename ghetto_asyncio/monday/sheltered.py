"""An order in a transaction; if it fails, a task of its own ends it."""
import asyncio

from ghetto_asyncio.tasks.background import start


async def order(conn):
    """Enter an order into the database, or nothing at all."""
    try:
        await conn.ask("BEGIN")
        await conn.ask("INSERT")
        await conn.ask("COMMIT")
    except BaseException:
        await asyncio.shield(start(give_up(conn), "give up"))
        raise


async def give_up(conn):
    """End the transaction, and make the connection as good as new."""
    await conn.ask("ROLLBACK")
    await conn.ask("RESET")
