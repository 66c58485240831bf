"""One table is free tonight, and two guests would like to book it."""
import asyncio


class Evening:
    """The tables that are free, and who has booked one."""

    def __init__(self):
        self.free, self.booked = 1, []

    async def book(self, name, pages):
        """Read the menu, ask the bank, and take a table."""
        for _page in range(pages):
            await answer()
        if self.free:
            await answer()
            self.free -= 1
            self.booked.append(name)


async def answer():
    """Play the database and the bank, as a fake for tests."""
    await asyncio.sleep(0)


async def two_guests(evening):
    """Let Ann and Eve book; Eve reads two pages of the menu first."""
    async with asyncio.TaskGroup() as group:
        group.create_task(evening.book("Ann", pages=0))
        group.create_task(evening.book("Eve", pages=2))
    return evening.booked
