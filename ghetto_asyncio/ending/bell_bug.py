"""A signal leaves a call with the loop, which is asleep."""
import signal

from ghetto_asyncio.limits import task


class Loop(task.Loop):
    """Makes a call after a signal, when something else wakes the loop."""

    def add_signal_handler(self, number, callback, *args):
        """Have a call made in the loop when the process gets a signal."""
        signal.signal(number, lambda *_: self.call_soon(callback, *args))
