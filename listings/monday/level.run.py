from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday.level import Level, cook

files = ("monday.level", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"cook": "cook"}
steps = {"Level.on_room": ""}
notes = {"Level.on_room": lambda self, **_: self.unsent}
inline = ("time", "AsyncioLoop.__init__", "JumpingSelector.__init__", "Level.__init__")


async def _main():
    await cook(Level())


def main():
    jump(_main())
