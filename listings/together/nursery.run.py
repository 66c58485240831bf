from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.together.breakfast import breakfast
from ghetto_asyncio.together.nursery import Nursery

files = ("together.nursery", "together.breakfast", "cancellation.kernel", "kernel.kernel")
loop = "kernel"
places = {"ready": "ready", "sleepers": "sleep"}
names = {"cook": "{dish}", "breakfast": "main"}


def main():
    try:
        Kernel().run(breakfast(Nursery))
    except* ValueError as group:
        print("what a pity,", *group.exceptions)
