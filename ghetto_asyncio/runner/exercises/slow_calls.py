"""Exercise: a loop that names the calls that hold it up."""
from ghetto_asyncio.runner import loop


class Loop(loop.Loop):
    """Prints the name and the seconds of a call that takes too long."""

    patience = 0.1

    def attempt(self, context, callback, *args):
        """Make a call; if it took more than `patience` seconds, say so.

        Print, for example, `boil took 0.5 s`: the callback's __name__,
        and the seconds on the clock of the loop.
        """
        raise NotImplementedError
