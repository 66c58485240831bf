"""A signal comes between two instructions, and is told later."""
import signal

from ghetto_asyncio.service import connect


class Loop(connect.Loop):
    """Makes a call when the process gets a signal."""

    def __init__(self):
        super().__init__()
        self.signals = {}

    def add_signal_handler(self, number, callback, *args):
        """Have a call made in the loop when the process gets a signal."""
        known = signal.getsignal(number) == self.on_signal
        self.signals[number] = self.handle(callback, args)
        if not known:
            try:
                signal.signal(number, self.on_signal)
            except (OSError, ValueError) as error:
                del self.signals[number]
                raise RuntimeError(f"no handler for {number}") from error
        signal.siginterrupt(number, False)
        signal.set_wakeup_fd(self.button.fileno())

    def on_signal(self, number, frame):
        """Be brief, between two instructions: queue the call."""
        self.ready.append(self.signals[number])

    def remove_signal_handler(self, number):
        """Let the signal do what it did; return whether we had it."""
        signal.getsignal(number)  # raises ValueError if there is none
        if number not in self.signals:
            return False
        ctrl_c = number == signal.SIGINT
        signal.signal(number, signal.default_int_handler if ctrl_c
                      else signal.SIG_DFL)
        self.signals.pop(number).cancel()
        if not self.signals:
            signal.set_wakeup_fd(-1)
        return True

    def close(self):
        """Give the signals back, and close."""
        for number in list(self.signals):
            self.remove_signal_handler(number)
        super().close()
