from ghetto_asyncio.composition.lost_answer_bug import relay
from ghetto_asyncio.composition.person import Person

files = ("composition.lost_answer_bug", "composition.person")
levels = True
loop = "you"
fails = "StopIteration"


def main():
    task = relay(Person("Ann").ask("0> "))
    print(next(task))
    task.send("hello\n")
