"""Take the table first, and give it back if the bank says no."""
from ghetto_asyncio.monday import last_table_bug
from ghetto_asyncio.monday.last_table_bug import answer


class Evening(last_table_bug.Evening):
    """The tables that are free, and who has booked one."""

    async def book(self, name, pages, bank=answer):
        """Read the menu; take a table if the bank says yes."""
        for _page in range(pages):
            await answer()
        if self.free:
            self.free -= 1
            try:
                await bank()
            except BaseException:
                self.free += 1
                raise
            self.booked.append(name)
