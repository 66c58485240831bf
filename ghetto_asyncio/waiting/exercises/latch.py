"""Exercise: a latch, which opens when enough has been counted."""


class Latch:
    """Closed until `count_down` has been called `number` times."""

    def __init__(self, number):
        raise NotImplementedError

    def count_down(self):
        """Count one; the last one lets all tasks that wait go on.

        It may be called more often than that; that changes nothing.
        """
        raise NotImplementedError

    async def wait(self):
        """Wait until the latch is open; do not wait if it is."""
        raise NotImplementedError
