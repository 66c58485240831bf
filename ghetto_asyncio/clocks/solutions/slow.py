"""Solution: look at the clock before and after each call."""
from ghetto_asyncio.clocks import virtual


class Loop(virtual.Loop):
    """Measures each call with the clock of the loop."""

    limit = 0.1

    def run_once(self):
        """Make the calls that are ready; report slow ones.

        Print the name of a function that took more than `limit`
        seconds, and how long it took, rounded to three places.
        """
        self.wait()
        for _ in range(len(self.ready)):
            handle = self.ready.popleft()
            start = self.time()
            handle.run()
            took = self.time() - start
            if took > self.limit:
                name = getattr(handle.callback, "__name__", "a call")
                print(f"{name} took {round(took, 3)} s")
