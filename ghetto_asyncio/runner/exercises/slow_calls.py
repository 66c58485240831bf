"""Exercise: a loop that names the calls that hold it up."""
from ghetto_asyncio.runner import loop


class Loop(loop.Loop):
    """Prints the name and the seconds of a call that takes too long."""

    patience = 0.1

    def handle(self, callback, args, context=None):
        """Return a handle for a call that is timed.

        If the call takes more than `patience` seconds on the clock of
        the loop, print its __name__ and the time, such as `boil took 0.5 s`.
        """
        raise NotImplementedError
