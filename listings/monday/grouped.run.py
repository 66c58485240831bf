import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.three import group, table

files = ("monday.three", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"order": "{name}", "table": "table"}
inline = ("say", "time", "AsyncioLoop.__init__", "JumpingSelector.__init__")


def main():
    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(table(group))
