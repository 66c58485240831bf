"""An order in a transaction; if it fails, the connection is closed."""


async def order(conn):
    """Enter an order into the database, or nothing at all."""
    try:
        await conn.ask("BEGIN")
        await conn.ask("INSERT")
        await conn.ask("COMMIT")
    except BaseException:
        conn.close()
        raise
