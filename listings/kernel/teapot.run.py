from ghetto_asyncio.kernel.deadlock import Kernel
from ghetto_asyncio.kernel.teapot import breakfast

files = ("kernel.teapot", "kernel.join", "kernel.deadlock", "kernel.spawn")
places = {"ready": "ready"}
names = {"drink": ("Ann", "Bob"), "boil": ("tea",)}
inline = ("join",)


def main():
    Kernel().run(breakfast())
