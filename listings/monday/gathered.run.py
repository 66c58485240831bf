import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.three import gather, table

files = ("monday.three", "clocks.virtual")
loop = "loop"
clock = "jumping.now"
names = {"order": "{name}", "table": "table"}
inline = ("say", "time")


def main():
    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(table(gather))
