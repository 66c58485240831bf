"""Solution: look at the clock twice."""
from ghetto_asyncio.runner import loop


class Loop(loop.Loop):
    """Prints the name and the seconds of a call that takes too long."""

    patience = 0.1

    def handle(self, callback, args, context=None):
        """Return a handle for a call that is timed.

        If the call takes more than `patience` seconds on the clock of
        the loop, print its __name__ and the time, such as `boil took 0.5 s`.
        """
        return super().handle(self.look_at, (callback, *args), context)

    def look_at(self, callback, *args):
        """Make a call, and look at the clock before and after."""
        start = self.time()
        try:
            callback(*args)
        finally:
            took = self.time() - start
            if took > self.patience:
                name = getattr(callback, "__name__", callback)
                print(f"{name} took {took:.1f} s")
