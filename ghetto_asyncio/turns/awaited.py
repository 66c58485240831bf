"""The conversation is an `async def`, and gives way by an `await`."""
from types import coroutine


@coroutine
def give_way():
    """Pause once."""
    yield


async def talk(person):
    """Give back what a person says, and give way after each line."""
    number = 0
    while line := person.ask(f"{number}> "):
        person.tell(line)
        number += 1
        await give_way()
