"""Signals as bytes: Python writes them, and a task reads them."""
import signal
from contextlib import contextmanager
from socket import socketpair


def ignore(number, frame):
    """Do nothing; Python has written the byte already."""


@contextmanager
def signals(*numbers):
    """Give a socket from which a byte can be read for each signal.

    Afterwards Python’s handlers are there again. For the main thread only.
    """
    reading, writing = socketpair()
    with reading, writing:
        reading.setblocking(False)
        writing.setblocking(False)
        before = {n: signal.getsignal(n) for n in numbers}
        fd = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
        try:
            for number in numbers:
                signal.signal(number, ignore)
            yield reading
        finally:
            signal.set_wakeup_fd(fd)
            for number, handler in before.items():
                signal.signal(number, handler)
