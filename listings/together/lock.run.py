from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.kernel.traps import spawn
from ghetto_asyncio.together.barging_bug import boil
from ghetto_asyncio.together.lock import Lock

files = ("together.lock", "together.barging_bug", "kernel.kernel")
places = {"ready": "ready", "sleepers": "sleep", "waiting": "read"}
names = {"boil": "{name}"}
inline = (
    "acquire", "locked", "do", "end", "wait", "how_long", "who_waits", "close", "wake",
    "trap_spawn", "trap_current_task", "trap_clock", "trap_park", "trap_sleep", "trap_schedule", "trap_wake",
)
notes = {"release": lambda self, **_: f"{self.owner.name} has it" if self.owner in self.waiting else ""}


async def breakfast():
    kettle = Lock("kettle")
    ann = await spawn(boil(kettle, "Ann", 2), "Ann")
    await spawn(boil(kettle, "Bob", 1), "Bob")
    await spawn(boil(kettle, "Eve", 1), "Eve")
    await ann.join()


def main():
    Kernel().run(breakfast())
