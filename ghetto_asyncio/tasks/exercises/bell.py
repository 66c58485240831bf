"""Exercise: the smallest thing that asyncio takes for a future."""


class Bell:
    """A bell: tasks await it, and go on when it is rung.

    It has what asyncio asks of a future that is awaited, and no more.
    Many tasks may wait. Once it has been rung, no task waits any more.
    """

    def __init__(self, loop):
        raise NotImplementedError

    def ring(self):
        """Let all tasks that wait go on."""
        raise NotImplementedError
