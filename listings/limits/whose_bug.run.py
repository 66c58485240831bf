from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.limits.request import serve
from ghetto_asyncio.limits.whose_bug import timeout
from ghetto_asyncio.limits.whose_turn import Loop

files = ("limits.whose_bug", "limits.timer_bug", "limits.request", "clocks.virtual")
loop = "loop"
vary = {"stop": (30, 59, 60, 61, 90)}
clock = "selector.now"
inline = ("select", "close", "__init__")
names = {"handler": ("handler",), "serve": ("server",)}


def main():
    stop = 60
    with closing(jumping(Loop)()) as loop:
        print(*loop.run_until_complete(serve(timeout, 300, stop)), sep=", ")
