from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday.news import News, meet
from ghetto_asyncio.monday.visits import evening

files = ("monday.news", "monday.one_way_bug", "monday.visits", "clocks.virtual")
loop = "loop"
clock = "now"
names = {"send": "send {socket.name}", "meet": "{socket.name}", "evening": ("evening",)}
inline = (
    "time", "AsyncioLoop.__init__", "JumpingSelector.__init__", "News.__init__", "News.queue", "handled", "ended",
)


def main():
    jump(evening(meet, News(1)))
