"""An error comes to a coroutine that stands still."""
from ghetto_asyncio.kernel.traps import sleep


async def boil(name):
    """Boil tea, and leave the kitchen as it was, whatever happens."""
    print(name, "turns the stove on")
    try:
        await sleep(180)
        return "tea"
    finally:
        print(name, "turns the stove off")
        await sleep(60)
        print(name, "puts the kettle away, which has cooled down")
