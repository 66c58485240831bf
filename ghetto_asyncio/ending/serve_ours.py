"""A server that knows how to end: politely, and then not so politely."""
from asyncio import get_running_loop
from itertools import count
from traceback import print_exception

from ghetto_asyncio.groups.taskgroup import TaskGroup
from ghetto_asyncio.limits.timeouts import timeout
from ghetto_asyncio.mainloop.serve import meet


async def host(client, name):
    """Meet a client; even a mistake of ours ends this talk only."""
    try:
        await meet(get_running_loop(), client, name)
    except Exception as error:
        print(name, "has met a mistake:", repr(error))
        print_exception(error)


async def let_in(listener, talks):
    """Have a talk with each client that comes, until cancelled."""
    with listener:
        for number in count(1):
            client, _ = await get_running_loop().sock_accept(listener)
            talks.create_task(host(client, f"client {number}"))


async def serve(listener, stop, grace):
    """Talk to each client; when told to stop, give them some seconds."""
    loop = get_running_loop()
    try:
        async with timeout(None) as limit, TaskGroup() as talks:
            door = talks.create_task(let_in(listener, talks))
            await stop.wait()
            door.cancel()
            print(f"nobody comes in; {grace} seconds are left")
            limit.reschedule(loop.time() + grace)
    except TimeoutError:
        print("who is left is sent away")
