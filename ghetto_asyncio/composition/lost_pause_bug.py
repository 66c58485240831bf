"""Calling a helper that contains `yield` runs nothing."""
from ghetto_asyncio.composition.say import say


def process(name):
    """Say two things, or so it seems."""
    say(f"{name} begins")
    say(f"{name} ends")
    yield
