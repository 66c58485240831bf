import asyncio

from ghetto_asyncio.clocks import virtual
from ghetto_asyncio.monday.last_table_bug import Evening, two_guests
from ghetto_asyncio.runner import loop as our

files = ("monday.last_table_bug",)
loop = "rounds"
names = {"book": "{name}"}
inline = ("__init__", "answer", "two_guests")


class Loop(our.Loop, virtual.Loop):
    pass


def main():
    with asyncio.Runner(loop_factory=Loop) as host:
        evening = Evening()
        print("booked:", *host.run(two_guests(evening)), "free:", evening.free)
