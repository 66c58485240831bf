"""At a signal, the main function returns, and two handlers are left over."""
import asyncio
from contextlib import closing


class Pool:
    """The way to the database, until it is closed."""

    is_open = True

    def close(self):
        """Let no order through any more."""
        self.is_open = False

    def save(self, what):
        """Keep what has become of an order."""
        if not self.is_open:
            raise RuntimeError(f"the pool is closed, not saved: {what}")
        print("saved:", what)


async def handler(pool, name, seconds):
    """Cook an order, and save how that ended."""
    try:
        await asyncio.sleep(seconds)
        pool.save(f"{name} is served")
    except asyncio.CancelledError:
        pool.save(f"{name}'s money is given back")
        raise


async def serve(stop):
    """Serve Ann and Bob, until told to stop."""
    handlers = []
    with closing(Pool()) as pool:
        for name, seconds in (("Ann", 1), ("Bob", 9)):
            task = asyncio.create_task(handler(pool, name, seconds))
            handlers.append(task)
        await stop.wait()
