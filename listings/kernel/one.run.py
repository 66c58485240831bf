from ghetto_asyncio.kernel.breakfast import serve
from ghetto_asyncio.kernel.one import Kernel

files = ("kernel.one", "kernel.breakfast")
names = {"serve": "{name}"}
clock = "now"
loop = "kernel"


def main():
    Kernel().run(serve("Ann", "tea", 180))
