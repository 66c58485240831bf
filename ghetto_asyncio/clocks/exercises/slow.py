"""Exercise: report callbacks that keep the loop too long."""
from ghetto_asyncio.clocks import virtual


class Loop(virtual.Loop):
    """Measures each call with the clock of the loop."""

    limit = 0.1

    def run_once(self):
        """Make the calls that are ready; report slow ones.

        Print the name of a function that took more than `limit`
        seconds, and how long it took, rounded to three places.
        """
        raise NotImplementedError
