from ghetto_asyncio.turns.pause import process
from ghetto_asyncio.turns.rogue_bug import rogue
from ghetto_asyncio.turns.round_robin import run

files = ("turns.rogue_bug", "turns.round_robin", "turns.pause")
queues = {"ready": "ready"}
names = {"process": "{name}", "rogue": "{name}"}


def main():
    run([process("A", 3), rogue("R", 3), process("B", 2)])
