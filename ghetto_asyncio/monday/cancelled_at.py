"""An order is cancelled at some moments: what does the database hear?"""
import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.wire import Connection


def sent(order, *moments):
    """Cancel `order(conn)` at each moment; return what it has sent."""
    async def main():
        """Run one order, and wait for what it may leave behind."""
        conn = Connection()
        task = asyncio.create_task(order(conn))
        for moment in moments:
            asyncio.get_running_loop().call_at(moment, task.cancel)
        await asyncio.wait([task])
        await asyncio.sleep(9)
        return " ".join(conn.sent)

    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        return runner.run(main())
