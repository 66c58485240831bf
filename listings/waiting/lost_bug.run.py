from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.limits import task
from ghetto_asyncio.waiting.barging_bug import boil
from ghetto_asyncio.waiting.lost_bug import Lock

files = ("waiting.lost_bug", "waiting.barging_bug", "clocks.virtual")
loop = "loop"
clock = "selector.now"
inline = ("select", "close", "__init__", "time")
names = {"boil": "{name}"}


def main():
    with closing(jumping(task.Loop)()) as loop:
        kettle, log = Lock(), []
        ann = loop.create_task(boil("Ann", 2, kettle, log))
        bob = loop.create_task(boil("Bob", 1, kettle, log))
        loop.run_until_complete(ann)
        loop.run_until_complete(bob)
