from contextlib import closing

from ghetto_asyncio.clocks.cancelled import Loop
from ghetto_asyncio.clocks.kitchen import breakfast

files = (
    "clocks.cancelled", "clocks.loop", "clocks.heap", "clocks.kitchen", "callbacks.reader",
    "callbacks.ready_queue",
)
queues = {"ready": "ready", "heap": "sleep"}
steps = {"tea": "", "eggs": "", "toast": ""}


def main():
    with closing(Loop()) as loop:
        breakfast(loop)
        loop.run_until_idle()
