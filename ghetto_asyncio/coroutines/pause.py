"""This object can be awaited, and its `await` does pause."""


class Pause:
    """Gives way, once, when it is awaited."""

    def __await__(self):
        yield


async def talk(name, times):
    """Say a name several times, and give way after each."""
    for _ in range(times):
        print(name)
        await Pause()
