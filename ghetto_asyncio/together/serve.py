"""A server that knows how to end: politely, and then not so politely."""
from asyncio import CancelledError
from itertools import count
from signal import SIGINT, SIGTERM
from traceback import print_exception

from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.descriptors.listening import command_line, opened
from ghetto_asyncio.kernel import ops
from ghetto_asyncio.mainloop.serve import meet
from ghetto_asyncio.together.nursery import Nursery
from ghetto_asyncio.together.signals import signals


async def host(client, name):
    """Meet a client; even a mistake of ours ends this talk only."""
    try:
        await meet(ops, client, name)
    except CancelledError:
        print(name, "is sent away")
        raise
    except Exception as error:
        print(name, "has met a mistake:", repr(error))
        print_exception(error)


async def let_in(listener, talks):
    """Have a talk with each client that comes, until cancelled."""
    with listener:
        listener.setblocking(False)
        try:
            for number in count(1):
                client, _address = await ops.sock_accept(listener)
                if not talks.open:  # this door is cancelled, too
                    client.close()
                    break
                await talks.spawn(host(client, f"client {number}"))
        except OSError as error:
            print("the door is shut:", error)


async def close_up(bell, door, talks, grace):
    """At a signal, shut the door; after the grace, end the talks.

    `bell`: a socket, with a byte for each signal. A second one ends
    the talks at once.
    """
    await ops.sock_recv(bell, 1)
    await door.cancel()
    print(f"nobody comes in; {grace} seconds are left")
    try:
        async with timeout_after(grace):
            await ops.sock_recv(bell, 1)
    except TimeoutError:
        pass
    await talks.cancel()


async def serve(listener, bell, grace):
    """Talk to each client that comes; return when all talks have ended."""
    async with Nursery() as house:
        async with Nursery() as talks:
            door = await talks.spawn(let_in(listener, talks))
            await house.spawn(close_up(bell, door, talks, grace))
        await house.cancel()


if __name__ == "__main__":
    parser = command_line(__doc__)
    parser.add_argument("--grace", type=int, default=10, metavar="SECONDS")
    with opened(parser) as chosen, signals(SIGTERM, SIGINT) as bell:
        Kernel().run(serve(chosen.listener, bell, chosen.grace))
