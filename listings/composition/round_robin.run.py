from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.composition.round_robin import keyboard, run
from ghetto_asyncio.composition.talk import talk

files = ("composition.round_robin", "composition.talk")
queues = {"ready": "ready"}
items = {"ready": lambda name, value: f"{name} {value!r}"}
names = {"talk": "{person.name}"}
typed = ("hello", "at last!")


def main():
    run([talk(Person("Ann")), talk(Person("Bob"))], keyboard)
