from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.limits.request import serve
from ghetto_asyncio.limits.task import Loop
from ghetto_asyncio.limits.timeout import timeout

files = ("limits.timeout", "limits.task", "limits.request", "clocks.virtual")
loop = "loop"
vary = {"stop": (30, 59, 60, 61, 90)}
clock = "selector.now"
inline = ("select", "close", "__init__")
names = {"handler": ("handler",), "serve": ("server",)}


def main():
    stop = 60
    with closing(jumping(Loop)()) as loop:
        print(*loop.run_until_complete(serve(timeout, 300, stop)), sep=", ")
