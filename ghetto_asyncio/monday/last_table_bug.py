"""One table is free tonight, and two guests would like to book it."""
import asyncio


class Evening:
    """The free tables of one evening, and who has booked one."""

    def __init__(self):
        self.free, self.booked = 1, []


async def ask_bank(name):
    """Ask for a deposit; this is a fake for tests and says yes."""
    await asyncio.sleep(0)


async def book(evening, name):
    """Take a table if one is free, and if the bank says yes."""
    if evening.free:
        await ask_bank(name)
        evening.free -= 1
        evening.booked.append(name)


async def read_and_book(evening, name, book):
    """Read the two pages of the menu first."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await book(evening, name)


async def two_guests(book=book):
    """Let Ann book at once, and Eve when she has read the menu."""
    evening = Evening()
    async with asyncio.TaskGroup() as group:
        group.create_task(book(evening, "Ann"), name="Ann")
        group.create_task(read_and_book(evening, "Eve", book), name="Eve")
    return evening.booked
