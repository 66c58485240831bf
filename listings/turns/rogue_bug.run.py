from ghetto_asyncio.turns.in_turns import talk
from ghetto_asyncio.turns.rogue_bug import rogue
from ghetto_asyncio.turns.round_robin import run
from ghetto_asyncio.turns.talk import Person

files = ("turns.rogue_bug", "turns.round_robin", "turns.in_turns")
queues = {"ready": "ready"}
names = {"talk": "{person.name}", "rogue": "{person.name}"}
typed = ("hello", "good morning", "how are you?", "listen", "I say", "^D", "^D")


def main():
    run([talk(Person("Ann")), rogue(Person("Eve"))])
