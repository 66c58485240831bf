import asyncio

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday.level import Level, cook

files = ("monday.level", "clocks.virtual")
loop = "loop"
clock = "now"
vary = {"Level.high": (3, 6, 9, 12), "Level.low": (0, 2)}
names = {"cook": "cook"}
steps = {"Level.write": "", "Level.on_room": ""}
notes = {"write": lambda data, **_: f"write {data!r}"}
inline = ("time", "AsyncioLoop.__init__", "JumpingSelector.__init__", "Level.__init__")


async def _main():
    await cook(Level())
    print("all written at", asyncio.get_running_loop().time())


def main():
    Level.high = 6
    Level.low = 2
    jump(_main())
