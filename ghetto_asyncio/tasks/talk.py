"""The conversation, with `await`."""


async def talk(person):
    """Give back what a person says, line after line, with a number."""
    number = 0
    while line := await person.ask(f"{number}> "):
        await person.tell(line)
        number += 1
