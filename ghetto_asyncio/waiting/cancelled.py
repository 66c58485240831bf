"""Bob is cancelled in the line for the kettle, and Eve is next."""
from asyncio import get_running_loop, sleep

from ghetto_asyncio.limits.timeout import timeout
from ghetto_asyncio.waiting.barging_bug import boil


async def cancelled(kettle, early=False):
    """Cancel Bob when the kettle has been given to him, or earlier."""
    log, begin = [], get_running_loop().create_task
    await kettle.acquire()
    bob = begin(boil("Bob", 1, kettle, log))
    eve = begin(boil("Eve", 1, kettle, log))
    await sleep(1)
    if early:
        bob.cancel()
        await sleep(1)
    log.append("Ann")
    kettle.release()
    bob.cancel()
    try:
        async with timeout(86400):
            await eve
    except TimeoutError:
        log.append("Eve has waited for a day")
    return log
