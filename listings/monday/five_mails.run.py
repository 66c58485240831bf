import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.five_mails import serve

files = ("monday.five_mails", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"mail": "{way}"}
inline = ("time", "AsyncioLoop.__init__", "JumpingSelector.__init__")


def main():
    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(serve(3, 10))
