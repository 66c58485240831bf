"""Processes that read top to bottom and still take turns."""
from ghetto_asyncio.composition.say import say
from ghetto_asyncio.turns.round_robin import run


def process(name):
    """Say two things and hand every pause on."""
    yield from say(f"{name} begins")
    yield from say(f"{name} ends")


if __name__ == "__main__":
    run([process("A"), process("B")])
