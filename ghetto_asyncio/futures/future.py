"""A result that is not there yet: one sets it, others wait for it."""
from asyncio import CancelledError, InvalidStateError


class Future:
    """A place for one result, or for one exception."""

    def __init__(self, loop):
        self.loop = loop
        self.state, self.callbacks = "pending", []
        self.value = self.error = self.trace = None

    def done(self):
        """Return whether it has ended, in whatever way."""
        return self.state != "pending"

    def add_done_callback(self, callback):
        """Have `callback(future)` called in a later round."""
        if self.done():
            self.loop.call_soon(callback, self)
        else:
            self.callbacks.append(callback)

    def set_result(self, value):
        """Finish with a value; raise InvalidStateError if done."""
        self.finish("finished", value, None)

    def set_exception(self, error):
        """Finish with an exception that result() will raise."""
        self.finish("finished", None, error)

    def cancel(self):
        """Finish without a value; return False if it is done already."""
        if pending := not self.done():
            self.finish("cancelled", None, CancelledError())
        return pending

    def finish(self, state, value, error):
        """Keep how it ended, and call soon who waits for it."""
        if self.done():
            raise InvalidStateError(f"it is {self.state}")
        self.state, self.value, self.error = state, value, error
        self.trace = getattr(error, "__traceback__", None)
        waiting, self.callbacks = self.callbacks, []
        for callback in waiting:
            self.loop.call_soon(callback, self)

    def result(self):
        """Return the value, or raise the exception."""
        if not self.done():
            raise InvalidStateError("it is pending")
        if self.error is not None:
            raise self.error.with_traceback(self.trace)
        return self.value

    def __await__(self):
        if not self.done():
            yield self
        return self.result()
