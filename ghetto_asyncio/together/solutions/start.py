"""Solution: whoever waits is woken by the word, or by the end."""
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, schedule, wake


async def start(nursery, work, *args):
    """Run `work(*args, ready)` as a child; return what it says.

    The child says `await ready(value)` once, and goes on; then this
    returns the value. Raise RuntimeError if the child ends, or has
    been cancelled, and was never ready.
    """
    said, over, waiting = [], [], Place(f"{work.__name__} to be ready")

    async def ready(value=None):
        """Say that the work can be relied on."""
        said.append(value)
        await wake(waiting)

    async def run():
        """Work, and tell whoever still waits that nothing will come."""
        try:
            return await work(*args, ready)
        finally:
            over.append(True)
            await wake(waiting)

    await nursery.spawn(run(), work.__name__)
    if not said and not over:
        await park(waiting)
    if not said:
        await schedule()  # if the child has failed, this is interrupted
        raise RuntimeError(f"{work.__name__} was never ready")
    return said[0]
