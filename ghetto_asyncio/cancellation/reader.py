"""Ann waits for a line, and is cancelled."""
from ghetto_asyncio.kernel.traps import clock, read_wait, sleep, spawn


async def hear(sock):
    """Wait for a line; go home, whether it has come or not."""
    try:
        await read_wait(sock)
        print("Ann hears", sock.recv(100))
    finally:
        print("Ann goes home")


async def evening(sock):
    """Let Ann wait for a minute, and no longer."""
    ann = await spawn(hear(sock), "Ann")
    await sleep(60)
    await ann.cancel()
    print("Ann has ended by", await clock())
