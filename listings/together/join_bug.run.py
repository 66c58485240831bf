from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.together.breakfast import breakfast
from ghetto_asyncio.together.join_bug import Block

files = ("together.join_bug", "together.breakfast", "kernel.kernel")
places = {"ready": "ready", "sleepers": "sleep"}
names = {"cook": ("tea", "toast", "rice"), "breakfast": ("main",), "spawn": "spawn({name})"}
inline = (
    "do", "end", "how_long", "close", "Kernel.wake",
    "trap_spawn", "trap_clock", "trap_park", "trap_sleep", "trap_wake",
)


def main():
    kernel = Kernel()
    kernel.main = kernel.trap_spawn(breakfast(Block), "main")
    while kernel.tasks:
        kernel.run_until(next(iter(kernel.tasks)))
    kernel.close()
