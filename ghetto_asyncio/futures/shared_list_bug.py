"""A future that looks right, and is not."""
from asyncio import CancelledError


class Future:
    """A place for a result. How many mistakes are there?"""

    def __init__(self, loop, waiters=[]):
        self.loop, self.waiters = loop, waiters
        self.state, self.value = "pending", None

    def add_done_callback(self, callback):
        """Have `callback(future)` called when the result is there."""
        self.waiters += [callback]

    def set_result(self, value):
        """End the future with a value."""
        self.finish("finished", value)

    def cancel(self):
        """End the future without a value."""
        self.finish("cancelled")

    def finish(self, state, value=None):
        """Keep the outcome, and soon call all who wait for it."""
        self.state, self.value = state, value
        while self.waiters:
            self.loop.call_soon(self.waiters.pop(0), self)

    def __await__(self):
        yield self
        return self.result()

    def result(self):
        """Return the value."""
        if self.state != "cancelled":
            return self.value
        raise CancelledError
