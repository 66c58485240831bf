import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.handlers_bug import menu, report, request

files = ("monday.handlers_bug", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"request": ("Ann", "Eve", "Bob")}
inline = ("time", "AsyncioLoop.__init__", "JumpingSelector.__init__")


def main():
    async def serve(*requests):
        answers = [request(handler, at) for handler, at in requests]
        return await asyncio.gather(*answers)

    with asyncio.Runner(debug=False, loop_factory=AsyncioLoop) as runner:
        runner.run(serve((menu, 0), (report, 0), (menu, 0.5)))
