"""A signal rings a bell, and the loop hears it as it hears a client."""
import signal
from inspect import iscoroutinefunction
from socket import socketpair

from ghetto_asyncio.limits import task


class Loop(task.Loop):
    """Makes a call when the process gets a signal."""

    def __init__(self):
        super().__init__()
        self.signals, self.before = {}, {}
        self.bell, self.button = socketpair()
        self.bell.setblocking(False)
        self.button.setblocking(False)
        self.add_reader(self.bell, self.hear)

    def add_signal_handler(self, number, callback, *args):
        """Have a call made in the loop when the process gets a signal."""
        if iscoroutinefunction(callback):
            raise TypeError("a signal calls a function, and awaits nothing")
        signal.set_wakeup_fd(self.button.fileno())
        before = signal.signal(number, lambda number, frame: None)
        self.before.setdefault(number, before)
        self.signals[number] = callback, *args

    def hear(self):
        """Read the bytes from the bell: each is the number of a signal."""
        for number in self.bell.recv(100):
            if number in self.signals:
                self.call_soon(*self.signals[number])

    def close(self):
        """Let the signals do what they did before, and close."""
        for number, handler in self.before.items():
            signal.signal(number, handler)
        if self.before:
            signal.set_wakeup_fd(-1)
        self.remove_reader(self.bell)
        self.bell.close()
        self.button.close()
        super().close()
