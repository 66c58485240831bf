from ghetto_asyncio.composition.lost_pause_bug import greet
from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.turns.round_robin import run

files = ("composition.lost_pause_bug", "composition.person", "turns.round_robin")
queues = {"ready": "ready"}
names = {"greet": "{person.name}"}
makes = ("Person.tell",)


def main():
    run([greet(Person("Ann")), greet(Person("Bob"))])
