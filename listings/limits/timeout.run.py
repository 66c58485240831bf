from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.limits.request import serve
from ghetto_asyncio.limits.task import Loop
from ghetto_asyncio.limits.timeout import timeout

files = ("limits.timeout", "limits.task", "limits.request", "clocks.virtual")
loop = "loop"
clock = "selector.now"
inline = ("select", "close", "__init__")
names = {"handler": ("handler",), "serve": ("server",)}


def main():
    with closing(jumping(Loop)()) as loop:
        loop.run_until_complete(serve(timeout, 300, stop=60))
