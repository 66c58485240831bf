from contextlib import closing

from ghetto_asyncio.callbacks.breakfast import eggs, tea, toast
from ghetto_asyncio.clocks.loop import Loop

files = (
    "clocks.loop", "clocks.heap", "callbacks.breakfast", "callbacks.watching", "callbacks.ready_queue",
)
queues = {"ready": "ready", "heap": "sleep"}
steps = {"tea": "", "eggs": "", "toast": ""}


def main():
    with closing(Loop()) as loop:
        start = loop.time()
        loop.call_at(start + 180, tea, "Ann")
        loop.call_at(start + 180, eggs, "Bob")
        loop.call_at(start + 300, toast, "Eve").cancel()
        loop.run_until_idle()
