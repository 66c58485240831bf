from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.together.barging_bug import boil
from ghetto_asyncio.together.lock import Lock

files = ("together.lock", "together.barging_bug", "kernel.kernel")
clock = "sockets.selector.now"
places = {"ready": "ready", "sleepers": "sleep", "waiting": "read"}
names = {"boil": "{name}"}
inline = (
    "acquire", "locked", "do", "end", "wait", "how_long", "who_waits", "close", "wake",
    "trap_spawn", "trap_current_task", "trap_clock", "trap_park", "trap_sleep", "trap_schedule", "trap_wake",
)
notes = {"release": lambda self, **_: f"owner: {self.owner.name}" if self.owner in self.waiting else ""}


def main():
    kernel, kettle = Kernel(), Lock("kettle")
    kernel.main = kernel.trap_spawn(boil(kettle, "Ann", 2), "Ann")
    kernel.trap_spawn(boil(kettle, "Bob", 1), "Bob")
    kernel.trap_spawn(boil(kettle, "Eve", 1), "Eve")
    kernel.run_until(kernel.main)
    kernel.close()
