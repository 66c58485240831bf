"""Ann and Eve share a pool of one connection, and Ann hangs up."""
import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop


async def visit(pool, person, patience):
    """Ask for the orders of a person, who hangs up after some seconds."""
    try:
        async with asyncio.timeout(patience), pool.connection() as conn:
            return await conn.ask(f"orders of {person}")
    except TimeoutError:
        return "gone"


def ann_and_eve(Pool, patience):
    """Let Ann be patient for some seconds, and Eve for nine."""
    async def main():
        """Return what Ann gets, and what Eve gets."""
        pool = Pool(1)
        return await asyncio.gather(
            visit(pool, "Ann", patience), visit(pool, "Eve", 9))

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        return runner.run(main())
