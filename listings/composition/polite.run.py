from ghetto_asyncio.composition.polite import process
from ghetto_asyncio.turns.round_robin import run

files = ("composition.polite", "composition.say", "turns.round_robin")
queues = {"ready": "ready"}
names = {"process": "{name}"}
levels = True


def main():
    run([process("A"), process("B")])
