from ghetto_asyncio.callbacks.narrators import narrator
from ghetto_asyncio.callbacks.ready_queue import Loop

files = ("callbacks.ready_queue", "callbacks.narrators")
queues = {"ready": "ready"}
steps = {"narrator": "", "reader": ""}


def main():
    loop = Loop()
    loop.call_soon(narrator, loop, "A")
    loop.call_soon(narrator, loop, "B")
    loop.run_until_idle()
