import asyncio
from contextlib import closing

from ghetto_asyncio.clocks.virtual import JumpingSelector
from ghetto_asyncio.monday.closing_up import serve
from ghetto_asyncio.runner import loop as our

files = ("monday.closing_up", "monday.closing_up_bug", "clocks.loop")
names = {"handler": "{name}", "serve": ("serve",)}
loop = "loop"
clock = "selector.now"
inline = ("time", "Loop.how_long", "Loop.__init__")


class Jumping(our.Loop):
    def __init__(self):
        super().__init__()
        self.selector.close()
        self.selector = JumpingSelector()

    def time(self):
        return self.selector.now


def main():
    async def program():
        stop = asyncio.Event()
        loop.call_later(0.5, stop.set)
        await serve(stop)

    with closing(Jumping()) as loop:
        loop.run_until_complete(program())
