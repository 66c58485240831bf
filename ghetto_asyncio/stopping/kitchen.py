"""The water boils after three minutes, and nobody wants tea any more."""
from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.stopping.throw import boil
from ghetto_asyncio.tasks import sockets
from ghetto_asyncio.tasks.loop import settle


async def kitchen(loop, *times):
    """Boil tea; cancel its task at each of these times."""
    water = loop.create_future()
    loop.call_later(180, settle, water)
    tea = loop.create_task(boil(loop, water))
    for seconds in times:
        loop.call_later(seconds, tea.cancel)
    await loop.sleep(300)
    print("tea:", tea.state, repr(tea.error))


def run(Task, *times):
    """Boil tea in a task of this class, on a clock that jumps."""
    with closing(jumping(sockets.Loop)()) as loop:
        loop.new_task = Task
        loop.run_until_complete(kitchen(loop, *times))
