"""The conversation is an `async def`, on the same scheduler."""
from types import coroutine

from ghetto_asyncio.composition.person import Person


class Guest(Person):
    """A guest's ask() and tell() can be awaited."""

    ask = coroutine(Person.ask)
    tell = coroutine(Person.tell)


async def talk(person):
    """Give back what a person says, line after line, with a number."""
    number = 0
    while line := await person.ask(f"{number}> "):
        await person.tell(line)
        number += 1
