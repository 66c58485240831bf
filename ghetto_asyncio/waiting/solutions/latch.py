"""Solution: a number, and an event that happens once."""
from ghetto_asyncio.waiting.event import Event


class Latch:
    """Closed until `count_down` has been called `number` times."""

    def __init__(self, number):
        self.left, self.open = number, Event()
        if number <= 0:
            self.open.set()

    def count_down(self):
        """Count down by one; at zero, all tasks that wait go on.

        More calls than `number` change nothing.
        """
        self.left -= 1
        if self.left == 0:
            self.open.set()

    async def wait(self):
        """Wait until the latch is open; do not wait if it is."""
        await self.open.wait()
