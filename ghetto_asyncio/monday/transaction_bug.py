"""An order in a transaction, which is rolled back. Is it always?"""


async def order(conn):
    """Enter an order into the database, or nothing at all."""
    await conn.ask("BEGIN")
    try:
        await conn.ask("INSERT")
        await conn.ask("COMMIT")
    except BaseException:
        await conn.ask("ROLLBACK")
        await conn.ask("RESET")
        raise
