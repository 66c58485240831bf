"""A future that asyncio's own functions accept as a future."""
from contextvars import copy_context

from ghetto_asyncio.futures import future


class Future(future.Future):
    """Can be gathered, shielded, and waited for by asyncio."""

    _asyncio_future_blocking = False
    _cancel_message = None

    def __await__(self):
        try:
            pending = self._asyncio_future_blocking = not self.done()
            if pending:
                yield self
            return self.result()
        finally:
            self = None

    def result(self):
        """Return the value, or raise the exception."""
        try:
            if self.error is None:
                return super().result()
            raise self.error.with_traceback(self.trace)
        finally:
            self = None

    def get_loop(self):
        """Return the loop that calls its callbacks."""
        return self.loop

    def add_done_callback(self, callback, *, context=None):
        """Have `callback(future)` called in a later round, in a context."""
        context = copy_context() if context is None else context
        if self.done():
            self.loop.call_soon(callback, self, context=context)
        else:
            self.callbacks.append((callback, context))

    def remove_done_callback(self, callback):
        """Forget a callback; return how many times it was there."""
        before = self.callbacks
        self.callbacks = [each for each in before if each[0] != callback]
        return len(before) - len(self.callbacks)

    def finish(self, state, value, error):
        """Keep the outcome, and soon call all who wait for it."""
        waiting, self.callbacks = self.callbacks, []
        super().finish(state, value, error)
        for callback, context in waiting:
            self.loop.call_soon(callback, self, context=context)

    def _make_cancelled_error(self):
        return self.error
