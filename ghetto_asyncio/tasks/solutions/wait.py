"""Solution: the last one settles a future, or the timer does."""
from ghetto_asyncio.tasks.loop import settle


async def wait(loop, futures, seconds):
    """Wait for futures, for so many seconds at most.

    Return two lists: those that are done, and those that are not. How
    they ended makes no difference, and none of them is cancelled.
    """
    enough = loop.create_future()
    left = len(futures)

    def one_done(_future):
        """Count a future that is done; after the last, end the wait."""
        nonlocal left
        left -= 1
        if not left:
            settle(enough)

    for future in futures:
        future.add_done_callback(one_done)
    timer = loop.call_later(seconds if futures else 0, settle, enough)
    try:
        await enough
    finally:
        timer.cancel()
    done = [future for future in futures if future.done()]
    return done, [future for future in futures if not future.done()]
