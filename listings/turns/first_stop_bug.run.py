from ghetto_asyncio.turns.first_stop_bug import run
from ghetto_asyncio.turns.pause import process

files = ("turns.first_stop_bug", "turns.pause")
names = {"process": "{name}"}
fails = "StopIteration"


def main():
    run([process("short", 1), process("long", 3)])
