"""A future that looks right, and is not."""
from asyncio import CancelledError


class Future:
    """A place for a result. How many mistakes are there?"""

    state = "pending"
    value = None
    callbacks = []

    def __init__(self, loop):
        self.loop = loop

    def add_done_callback(self, callback):
        """Have `callback(future)` called when the result is there."""
        self.callbacks.append(callback)

    def set_result(self, value):
        """Finish with a value."""
        self.state, self.value = "finished", value
        for waiter in self.callbacks:
            self.loop.call_soon(waiter, self)

    def cancel(self):
        """Finish without a value."""
        self.state = "cancelled"
        for waiter in self.callbacks:
            self.loop.call_soon(waiter, self)

    def result(self):
        """Return the value."""
        if self.state == "cancelled":
            raise CancelledError
        return self.value

    def __await__(self):
        yield self
        return self.result()
