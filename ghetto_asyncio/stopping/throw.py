"""An error is raised in a coroutine, at the await where it waits."""


async def boil(loop, water):
    """Boil tea; let the kettle cool down, whatever happens."""
    print("the stove is on")
    try:
        await water
        return "tea"
    finally:
        print("the stove is off at", loop.time())
        await loop.sleep(60)
        print("the kettle is cold at", loop.time())
