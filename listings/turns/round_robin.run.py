from ghetto_asyncio.turns.in_turns import talk
from ghetto_asyncio.turns.round_robin import run
from ghetto_asyncio.turns.talk import Person

files = ("turns.round_robin", "turns.in_turns")
queues = {"ready": "ready"}
names = {"talk": "{person.name}"}
typed = ("hello", "at last!", "good morning")


def main():
    run([talk(Person("Ann")), talk(Person("Bob")), talk(Person("Eve"))])
