"""An `await` may pause nothing."""


async def say(name):
    """Say a name. There is no pause in it."""
    print(name)


async def talk(name, times):
    """Say a name several times, and await each."""
    for _ in range(times):
        await say(name)
