from contextlib import suppress

from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.together.breakfast import breakfast
from ghetto_asyncio.together.nursery import Nursery

files = ("together.nursery", "together.breakfast", "cancellation.kernel", "kernel.kernel")
loop = "kernel"
places = {"ready": "ready", "sleepers": "sleep"}
names = {
    "mind": ("tea", "toast", "rice"), "breakfast": ("main",), "cook": "cook({dish})",
    "Task.cancel": "{self.name}.cancel",
    "Nursery.__aenter__": "nursery.__aenter__", "Nursery.__aexit__": "nursery.__aexit__", "spawn": "spawn({name})",
    "Nursery.cancel": "nursery.cancel", "Nursery.wait": "nursery.wait", "outcome": "nursery.outcome",
}


def main():
    with suppress(ExceptionGroup):
        Kernel().run(breakfast(Nursery))
