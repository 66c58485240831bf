from contextlib import closing

from ghetto_asyncio.kernel.two_ways import boil
from ghetto_asyncio.tasks.sockets import Loop

files = ("kernel.two_ways", "tasks.loop", "tasks.task", "futures.future", "callbacks.ready_queue")
loop = "loop"
levels = True
queues = {"ready": "ready"}
names = {"boil": ("Ann",)}
inline = ("run_until_idle", "create_task", "close", "done", "cancelled", "__init__")


def main():
    with closing(Loop()) as loop:
        loop.create_task(boil(loop, "tea", 180))
        loop.run_until_idle()
