"""Exercise: the smallest thing that asyncio takes for a future."""


class Bell:
    """A bell: whoever awaits it goes on when somebody rings it.

    It has what asyncio asks of a future that is awaited, and no more.
    Many tasks may wait. Once it has been rung, nobody waits any more.
    """

    def __init__(self, loop):
        raise NotImplementedError

    def ring(self):
        """Let everybody go on who waits."""
        raise NotImplementedError
