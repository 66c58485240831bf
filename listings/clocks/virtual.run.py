from contextlib import closing

from ghetto_asyncio.clocks.kitchen import breakfast
from ghetto_asyncio.clocks.virtual import Loop

files = (
    "clocks.virtual", "clocks.cancelled", "clocks.loop", "clocks.kitchen", "clocks.heap",
    "callbacks.reader", "callbacks.ready_queue",
)
queues = {"ready": "ready", "heap": "sleep"}
steps = {"tea": "", "eggs": "", "toast": ""}
clock = "now"


def main():
    with closing(Loop()) as loop:
        breakfast(loop)
        loop.run_until_idle()
