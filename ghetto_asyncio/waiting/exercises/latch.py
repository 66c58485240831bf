"""Exercise: a latch, which opens when enough has been counted."""


class Latch:
    """Closed until `count_down` has been called `number` times."""

    def __init__(self, number):
        raise NotImplementedError

    def count_down(self):
        """Count down by one; at zero, all tasks that wait go on.

        More calls than `number` change nothing.
        """
        raise NotImplementedError

    async def wait(self):
        """Wait until the latch is open; do not wait if it is."""
        raise NotImplementedError
