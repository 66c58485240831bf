from ghetto_asyncio.monday.ann_and_eve import ann_and_eve
from ghetto_asyncio.monday.reuse_bug import Pool

files = ("monday.wire", "monday.ann_and_eve", "monday.reuse_bug", "clocks.virtual")
loop = "loop"
clock = "now"
levels = True
names = {"visit": "{person}", "sends": "out", "arrives": "in"}
steps = {"arrives": "", "sends": ""}
notes = {"sends": lambda question, **_: question, "arrives": lambda answer, **_: answer}
inline = (
    "time", "AsyncioLoop.__init__", "JumpingSelector.__init__", "Pool.__init__", "Connection.__init__",
    "main", "connection", "open", "ask",
)


def main():
    ann_and_eve(Pool, 1.5)
