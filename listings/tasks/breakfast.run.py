from contextlib import closing

from ghetto_asyncio.tasks.breakfast import serve
from ghetto_asyncio.tasks.task import Task
from ghetto_asyncio.tasks.virtual import Loop

files = ("tasks.breakfast", "tasks.task", "tasks.loop", "callbacks.ready_queue")
loop = "loop"
clock = "selector.now"
queues = {"ready": "ready"}
names = {"serve": "{dish}"}
levels = True
inline = ("run_until_complete",)


def main():
    with closing(Loop()) as loop:
        loop.new_task = Task
        tea = loop.create_task(serve(loop, "Ann", "tea", 180))
        loop.run_until_complete(tea)
