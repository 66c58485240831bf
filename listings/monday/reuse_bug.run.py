from ghetto_asyncio.monday.ann_and_eve import ann_and_eve
from ghetto_asyncio.monday.reuse_bug import Pool

files = ("monday.wire", "clocks.virtual")
loop = "loop"
clock = "now"
vary = {"patience": (0.5, 1, 1.5, 2, 2.5)}
levels = True
names = {"ask": ("Ann", "Eve")}
steps = {"arrives": "", "sends": ""}
notes = {"sends": lambda question, **_: question, "arrives": lambda answer, **_: answer}
inline = ("time", "AsyncioLoop.__init__", "JumpingSelector.__init__", "Connection.__init__", "open")


def main():
    patience = 1.5
    print(*ann_and_eve(Pool, patience), sep=", ")
