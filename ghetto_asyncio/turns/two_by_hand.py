"""Two processes take turns because we say so."""
from ghetto_asyncio.turns.pause import process


def run():
    """Advance A and B alternately, two steps each."""
    a = process("A", 2)
    b = process("B", 2)
    next(a)
    next(b)
    next(a)
    next(b)
