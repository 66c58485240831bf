"""A socket is closed while somebody waits for it."""
from ghetto_asyncio.kernel.traps import read_wait, schedule, spawn


async def hear(name, sock):
    """Wait for data, and say what came."""
    await read_wait(sock)
    print(name, "hears", sock.recv(100))


async def main(sock):
    """Close the socket that Bob waits for; then wait for Bob."""
    bob = await spawn(hear("Bob", sock), "Bob")
    await schedule()
    sock.close()
    print("closed")
    await bob.join()
