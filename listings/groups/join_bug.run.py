from asyncio import sleep
from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.groups.breakfast import breakfast
from ghetto_asyncio.groups.join_bug import TaskGroup
from ghetto_asyncio.limits.task import Loop

files = ("groups.join_bug", "groups.breakfast", "callbacks.ready_queue")
loop, clock = "loop", "selector.now"
queues = {"ready": "ready"}
names = {"cook": "{dish}", "breakfast": ("main",)}
inline = ("say", "__aenter__")


def main():
    with closing(jumping(Loop)()) as loop:
        loop.create_task(breakfast(TaskGroup))
        loop.run_until_complete(sleep(400))
