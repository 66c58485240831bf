"""The same pause, as a generator function with a mark."""
from types import coroutine


@coroutine
def pause():
    """Give way, once."""
    yield


async def talk(name, times):
    """Say a name several times, and give way after each."""
    for _ in range(times):
        print(name)
        await pause()
