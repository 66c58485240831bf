from ghetto_asyncio.composition.lost_pause_bug import process
from ghetto_asyncio.turns.round_robin import run

files = ("composition.lost_pause_bug", "composition.say", "turns.round_robin")
queues = {"ready": "ready"}
names = {"process": "{name}"}
makes = ("say",)


def main():
    run([process("A"), process("B")])
