"""The main loop's server on a kernel: only its door is new."""
from math import inf

from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.kernel import ops
from ghetto_asyncio.kernel.ctrl_c import Kernel
from ghetto_asyncio.kernel.traps import spawn
from ghetto_asyncio.mainloop.serve import meet


async def serve(listener, clients=inf):
    """Talk until everybody has left; at the end, close all clients."""
    talks = {}
    try:
        await welcome(listener, clients, talks)
        for talk in talks.values():
            if not talk.ended:
                await see_out(talk)
    finally:
        for client in talks:
            client.close()


async def welcome(listener, clients, talks):
    """Meet each client in a task of its own."""
    listener.setblocking(False)
    number = 0
    try:
        while number < clients:
            client, _address = await ops.sock_accept(listener)
            number += 1
            name = f"client {number}"
            talks[client] = await spawn(meet(ops, client, name), name)
            for gone in [sock for sock in talks if talks[sock].ended]:
                del talks[gone]
    except OSError as error:
        print("the door is shut:", error)


async def see_out(talk):
    """Wait until a talk is over; say so if it has failed."""
    try:
        await talk.join()
    except Exception as error:
        print(f"{talk.name} failed: {error!r}")


if __name__ == "__main__":
    with listening(__doc__) as listener:
        Kernel().run(serve(listener))
