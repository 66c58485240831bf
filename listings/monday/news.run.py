import asyncio

from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.monday.client import evening
from ghetto_asyncio.monday.news import News, meet

files = ("monday.news", "monday.one_way_bug", "monday.client", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"send": "to {socket.name}", "meet": "{socket.name}", "evening": ("evening",)}
inline = (
    "time", "AsyncioLoop.__init__", "JumpingSelector.__init__", "Client.__init__", "News.__init__", "News.queue",
    "Client.send_text", "Client.receive_text", "Client.close", "Client.leave", "handled", "ended",
)


def main():
    with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
        runner.run(evening(meet, News(1)))
