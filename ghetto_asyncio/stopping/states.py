"""A task is cancelled in every state, on any loop of tasks."""
from asyncio import CancelledError

from ghetto_asyncio.tasks.loop import settle


async def pause(loop, seconds):
    """Wait for some seconds."""
    future = loop.create_future()
    loop.call_later(seconds, settle, future)
    await future


async def work(loop, log, wait):
    """Wait for something, tidy up for a minute; say what happens."""
    log("begins")
    try:
        await wait()
        log("goes on")
    except CancelledError as error:
        log(f"{error!r} at {loop.time()},")
        raise
    finally:
        await pause(loop, 60)
        log("tidied up")
    return "tea"


async def see(loop, state):
    """Cancel a task in this state; return how it ended and what it said."""
    log = []
    task = state(loop, log.append)
    try:
        end = await task
    except CancelledError:
        end = "cancelled"
    await pause(loop, 300)
    return [end, *log]
