from ghetto_asyncio.composition.round_robin import run
from ghetto_asyncio.coroutines.no_turn import talk

files = ("coroutines.no_turn", "composition.round_robin")
queues = {"ready": "ready"}
items = {"ready": lambda name, value: name}
names = {"talk": "{name}"}


def main():
    run([talk("Ann", 3), talk("Bob", 1)], answer=None)
