from contextlib import suppress

from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.together.breakfast import breakfast
from ghetto_asyncio.together.nursery import Nursery

files = ("together.nursery", "together.breakfast", "cancellation.kernel", "kernel.kernel")
loop = "kernel"
places = {"ready": "ready", "sleepers": "sleep"}
names = {"mind": ("tea", "toast", "rice"), "breakfast": ("main",)}


def main():
    with suppress(ExceptionGroup):
        Kernel().run(breakfast(Nursery))
