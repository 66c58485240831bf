from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.composition.round_robin import run
from ghetto_asyncio.composition.talk import talk

files = ("composition.talk", "composition.person", "composition.round_robin")
levels = True
lines = ["hello\n", ""]


def answer(prompt):
    return lines.pop(0)


def main():
    run([talk(Person("Ann"))], answer)
