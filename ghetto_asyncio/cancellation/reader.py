"""Somebody waits for data, and is cancelled."""
from ghetto_asyncio.kernel.traps import read_wait, sleep, spawn


async def hear(sock):
    """Wait for a line; go home, whether it has come or not."""
    try:
        await read_wait(sock)
        print("Ann hears", sock.recv(100))
    finally:
        print("Ann goes home")


async def evening(sock):
    """Let somebody wait for a minute, and no longer."""
    ann = await spawn(hear(sock), "Ann")
    await sleep(60)
    print("She had not ended:", await ann.cancel())
