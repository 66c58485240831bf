from asyncio import sleep
from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.groups import breakfast
from ghetto_asyncio.groups.join_bug import TaskGroup
from ghetto_asyncio.limits.task import Loop

files = ("groups.join_bug", "groups.breakfast", "clocks.virtual")
loop = "loop"
vary = {'breakfast.SECONDS["toast"]': (30, 120, 180, 240, 300)}
clock = "selector.now"
names = {"cook": "{dish}", "breakfast": ("main",)}
inline = ("say", "select", "__init__", "__aenter__")


def main():
    breakfast.SECONDS["toast"] = 30
    with closing(jumping(Loop)()) as loop:
        loop.create_task(breakfast.breakfast(TaskGroup))
        loop.run_until_complete(sleep(400))
