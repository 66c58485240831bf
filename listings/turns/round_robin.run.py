from ghetto_asyncio.turns.pause import process
from ghetto_asyncio.turns.round_robin import run

files = ("turns.round_robin", "turns.pause")
queues = {"ready": "ready"}
names = {"process": "{name}"}


def main():
    run([process("A", 3), process("B", 1), process("C", 2)])
