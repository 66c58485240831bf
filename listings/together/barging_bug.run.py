from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.together.barging_bug import Lock, boil

files = ("together.barging_bug", "kernel.kernel")
places = {"ready": "ready", "sleepers": "sleep", "waiting": "read"}
names = {"boil": "{name}"}
inline = (
    "do", "end", "how_long", "close", "Kernel.wake",
    "trap_spawn", "trap_clock", "trap_park", "trap_sleep", "trap_wake",
)


def main():
    kernel, kettle = Kernel(), Lock()
    kernel.main = kernel.trap_spawn(boil(kettle, "Ann", 2), "Ann")
    kernel.trap_spawn(boil(kettle, "Bob", 1), "Bob")
    kernel.trap_spawn(boil(kettle, "Eve", 1), "Eve")
    for task in list(kernel.tasks):
        kernel.run_until(task)
    kernel.close()
