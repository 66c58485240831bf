import asyncio

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.waiting.at_most import at_most

files = ("waiting.at_most", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"at_most": ("main",), "one": "{item}"}
inline = ("time", "AsyncioLoop.__init__", "JumpingSelector.__init__")
vary = {"number": (1, 2, 3, 4, 5)}


async def _fetch(page):
    await asyncio.sleep(1)


def main():
    number = 2
    jump(at_most(number, _fetch, ["home", "news", "shop", "blog", "help"]))
