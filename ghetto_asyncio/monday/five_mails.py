"""Five mails take ten seconds each. SIGTERM comes: which are lost?"""
import asyncio
from functools import partial

from ghetto_asyncio.monday.house import house
from ghetto_asyncio.monday.post import post


async def mail(unsent, way):
    """Send a mail in one of the five ways."""
    await asyncio.sleep(10)
    unsent.remove(way)


async def serve(limit, grace):
    """Take an order each second, end as uvicorn does, return what is lost.

    `limit`: seconds for requests, as `--timeout-graceful-shutdown` gives
    them. `grace`: seconds for the workers, and then for the house.
    """
    unsent = ["BackgroundTasks", "create_task()", "house", "post", "outbox"]
    send = partial(mail, unsent)
    async with house(grace) as start, post(send, grace, workers=1) as queue:
        request = asyncio.create_task(send("BackgroundTasks"))
        await asyncio.sleep(1)
        start(send("house"))
        await asyncio.sleep(1)
        queue.put_nowait("post")
        await asyncio.sleep(1)
        rows = ["outbox"]
        await asyncio.sleep(1)
        bare = asyncio.create_task(send("create_task()"))
        await asyncio.sleep(1)  # and SIGTERM comes
        await asyncio.wait([request], timeout=limit)
        request.cancel()
    bare.cancel()  # the process ends

    for way in rows:  # another process begins
        await asyncio.create_task(send(way))
    return unsent
