"""A request with a time limit, on a server that may stop meanwhile."""
from asyncio import get_running_loop, sleep


async def handler(timeout, seconds, log):
    """Ask the database, for a minute at most; then take the next request."""
    try:
        async with timeout(60):
            await sleep(seconds)
        log("200")
    except TimeoutError:
        log("504")
    await sleep(120)
    log("next request")


async def serve(timeout, seconds, stop=None):
    """Return what the handler did; stop it when `stop` seconds are over."""
    said, loop = [], get_running_loop()
    task = loop.create_task(handler(timeout, seconds, said.append))
    if stop:
        loop.call_later(stop, task.cancel)
    await sleep(600)
    return *said, "cancelled" if task.cancelled() else "done"
