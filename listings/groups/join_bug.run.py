from asyncio import sleep
from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.groups.breakfast import breakfast
from ghetto_asyncio.groups.join_bug import TaskGroup
from ghetto_asyncio.limits.task import Loop

files = ("groups.join_bug", "groups.breakfast", "clocks.virtual")
loop = "loop"
clock = "selector.now"
names = {"cook": "{dish}", "breakfast": ("main",)}
inline = ("say", "select", "__init__", "__aenter__")


def main():
    with closing(jumping(Loop)()) as loop:
        loop.create_task(breakfast(TaskGroup))
        loop.run_until_complete(sleep(400))
