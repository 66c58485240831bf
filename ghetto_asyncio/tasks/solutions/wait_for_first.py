"""Solution: two futures, for the first one and for the last one."""
from ghetto_asyncio.tasks.loop import settle
from ghetto_asyncio.tasks.together import begin


async def wait_for_first(loop, *works):
    """Return the result of the work done first, or raise its error.

    `works`: coroutines and futures, at least one. The others are
    cancelled, and have ended when this returns, unless it is cancelled
    twice.
    """
    futures = [begin(loop, work) for work in works]
    first, last = loop.create_future(), loop.create_future()
    left = len(futures)

    def one_done(future):
        """Note which future is first, and when all are done."""
        nonlocal left
        left -= 1
        if not first.done():
            first.set_result(future)
        if not left:
            settle(last)

    for future in futures:
        future.add_done_callback(one_done)
    try:
        winner = await first
        return winner.result()
    finally:
        for future in futures:
            future.cancel()
        await last
