from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.together.block import Nursery
from ghetto_asyncio.together.breakfast import breakfast

files = ("together.block", "together.breakfast", "kernel.kernel")
places = {"ready": "ready", "sleepers": "sleep"}
names = {
    "mind": ("tea", "toast", "rice"), "breakfast": ("main",), "cook": "cook({dish})", "spawn": "spawn({name})",
    "__aenter__": "nursery.__aenter__", "__aexit__": "nursery.__aexit__", "Nursery.wait": "nursery.wait",
}
inline = (
    "do", "end", "how_long", "close", "Kernel.wake",
    "trap_spawn", "trap_clock", "trap_park", "trap_sleep", "trap_wake", "trap_current_task",
)


def main():
    kernel = Kernel()
    kernel.main = kernel.trap_spawn(breakfast(Nursery), "main")
    while kernel.tasks:
        kernel.run_until(next(iter(kernel.tasks)))
    kernel.close()
