"""A process that stops giving way makes all others wait."""
from ghetto_asyncio.turns.pause import process
from ghetto_asyncio.turns.round_robin import run


def rogue(name, fuel):
    """Give way once, then go on until the fuel is used up."""
    print(name, "is polite")
    yield
    for i in range(fuel):
        print(name, "stays", i)


if __name__ == "__main__":
    run([process("A", 3), rogue("R", 3), process("B", 2)])
