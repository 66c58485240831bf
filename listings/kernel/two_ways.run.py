from ghetto_asyncio.kernel import ops
from ghetto_asyncio.kernel.kernel import Kernel
from ghetto_asyncio.kernel.two_ways import boil

files = ("kernel.two_ways", "kernel.traps", "kernel.kernel", "kernel.task")
loop = "kernel"
levels = True
places = {"ready": "ready", "sleepers": "sleep"}
names = {"boil": ("Ann",)}
inline = ("close",)


def main():
    Kernel().run(boil(ops, "tea", 180))
