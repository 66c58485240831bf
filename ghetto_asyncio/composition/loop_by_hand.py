"""Each pause of the helper becomes a pause of the process."""
from ghetto_asyncio.composition.say import say


def process(name):
    """Say two things and hand every pause on."""
    for _ in say(f"{name} begins"):
        yield
    for _ in say(f"{name} ends"):
        yield
