"""An error comes to a coroutine that stands still."""
from ghetto_asyncio.kernel.traps import sleep


async def boil(name):
    """Boil tea; let the kettle cool down, whatever happens."""
    print(name, "turns the stove on")
    try:
        await sleep(180)
        return "tea"
    finally:
        print(name, "turns the stove off")
        await sleep(60)
