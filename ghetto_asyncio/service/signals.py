"""A handler of a signal is removed, or refused."""
import signal
from contextlib import suppress

from ghetto_asyncio.service import owned


class Loop(owned.Loop):
    """Makes a call when the process gets a signal, until it is removed."""

    def add_signal_handler(self, number, callback, *args):
        """Have a call made in the loop when the process gets a signal."""
        signal.getsignal(number)  # raises ValueError if there is none
        self.handle(callback, args)  # raises RuntimeError if it is closed
        try:
            super().add_signal_handler(number, callback, *args)
            signal.siginterrupt(number, False)
        except (OSError, ValueError) as error:
            self.hush()
            raise RuntimeError(f"no handler for {number}") from error

    def remove_signal_handler(self, number):
        """Restore what a signal did before; return whether it was handled."""
        signal.getsignal(number)  # raises ValueError if there is none
        if number not in self.signals:
            return False
        signal.signal(number, self.before.pop(number))
        del self.signals[number]
        self.hush()
        return True

    def hear(self):
        """Take the bytes of the bell away, if they are still there."""
        with suppress(BlockingIOError):  # a round had been broken off
            super().hear()

    def hush(self):
        """Let the bell be silent if it rings for nobody."""
        if not self.signals:
            signal.set_wakeup_fd(-1)
