"""Three tasks that come to every place where a task can be."""
from ghetto_asyncio.kernel.ops import sock_recv
from ghetto_asyncio.kernel.traps import schedule, sleep, spawn


async def hear(sock):
    """Wait for some data, and print what has come."""
    print("Bob hears", await sock_recv(sock, 100))


async def boil(dish, seconds):
    """Let the others go first, and then boil a dish."""
    await schedule()
    await sleep(seconds)
    return f"hot {dish}"


async def breakfast(sock):
    """Let Bob listen while tea is boiled; wait for both."""
    bob = await spawn(hear(sock), "Bob")
    tea = await spawn(boil("tea", 3), "tea")
    print("Ann has", await tea.join())
    await bob.join()
