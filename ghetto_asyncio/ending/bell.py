"""A signal rings a bell, and the loop hears it as it hears a client."""
import signal
import socket

from ghetto_asyncio.limits import task


class Loop(task.Loop):
    """Makes a call when the process gets a signal."""

    def __init__(self):
        super().__init__()
        self.signals = {}
        self.bell, self.button = socket.socketpair()
        self.bell.setblocking(False)
        self.button.setblocking(False)

    def add_signal_handler(self, number, callback, *args):
        """Have a call made in the loop when the process gets a signal."""
        self.signals[number] = callback, args
        signal.signal(number, lambda number, frame: None)
        signal.set_wakeup_fd(self.button.fileno())
        self.add_reader(self.bell, self.hear)

    def hear(self):
        """Take the bytes away: each is the number of a signal."""
        for number in self.bell.recv(100):
            callback, args = self.signals[number]
            self.call_soon(callback, *args)

    def close(self):
        """Let the signals do what they did, and close."""
        if self.signals:
            signal.set_wakeup_fd(-1)
            self.remove_reader(self.bell)
        for number in self.signals:
            signal.signal(number, signal.SIG_DFL)
        self.bell.close()
        self.button.close()
        super().close()
