"""Work for a client only as long as the client is there."""
import asyncio


async def gone(receive):
    """Return when the server says that the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_there(receive, coro):
    """Return what a coroutine returns; raise OSError if the client leaves.

    If the client leaves, or `receive()` fails, the coroutine is cancelled.
    If it still returns or raises something, that counts. It has ended when
    while_there() returns, unless a second cancellation cuts the wait short.
    """
    work = asyncio.create_task(coro)
    watch = asyncio.create_task(gone(receive))
    try:
        await asyncio.wait([work, watch], return_when="FIRST_COMPLETED")
    finally:
        for task in work, watch:
            task.cancel()
        await asyncio.wait([work, watch])
    if work.cancelled():
        watch.result()
        raise ConnectionResetError("the client has left")
    return work.result()
