"""A future that asyncio's own functions know as one."""
from ghetto_asyncio.futures import future


class Future(future.Future):
    """Can be gathered, shielded, and waited for by asyncio."""

    _asyncio_future_blocking = False
    _cancel_message = None

    def __await__(self):
        self._asyncio_future_blocking = True  # "I am awaited", it says
        return (yield from super().__await__())

    def get_loop(self):
        """Return the loop that makes its calls."""
        return self.loop

    def remove_done_callback(self, callback):
        """Forget a callback; return how many times it was there."""
        before = len(self.callbacks)
        self.callbacks = [c for c in self.callbacks if c != callback]
        return before - len(self.callbacks)

    def _make_cancelled_error(self):
        return self.error
