"""Exercise: one table is booked once, in whatever order they come."""
from ghetto_asyncio.monday import last_table_bug
from ghetto_asyncio.monday.last_table_bug import answer


class Evening(last_table_bug.Evening):
    """The tables that are free, and who has booked one."""

    async def book(self, name, pages, bank=answer):
        """Read the menu; take a table if the bank says yes.

        The bank says no by raising an error, which the caller gets. Then
        the table is free again, as after a cancellation.
        """
        raise NotImplementedError
