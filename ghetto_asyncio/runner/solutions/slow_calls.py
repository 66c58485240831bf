"""Solution: look at the clock twice."""
from ghetto_asyncio.runner import loop


class Loop(loop.Loop):
    """Prints the name and the seconds of a call that takes too long."""

    patience = 0.1

    def attempt(self, context, callback, *args):
        """Make a call; if it took more than `patience` seconds, say so.

        Print, for example, `boil took 0.5 s`: the callback's __name__,
        and the seconds on the clock of the loop.
        """
        start = self.time()
        super().attempt(context, callback, *args)
        took = self.time() - start
        if took > self.patience:
            name = getattr(callback, "__name__", callback)
            print(f"{name} took {took:.1f} s")
