from ghetto_asyncio.composition.lost_answer_bug import relay
from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.composition.round_robin import run

files = ("composition.lost_answer_bug", "composition.person", "composition.round_robin")
levels = True


def answer(prompt):
    return "hello\n"


def main():
    run([relay(Person("Ann").ask("0> "))], answer)
