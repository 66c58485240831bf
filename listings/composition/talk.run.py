from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.composition.talk import talk

files = ("composition.talk", "composition.person")
levels = True
loop = "you"


def main():
    task = talk(Person("Ann"))
    print(next(task))
    task.send("hello\n")
    print(next(task))
    task.close()
