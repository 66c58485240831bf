"""Signals as bytes: Python writes them, and a task reads them."""
import signal
from contextlib import contextmanager
from socket import socketpair


def ignore(number, frame):
    """Do nothing; Python has written the byte already."""


@contextmanager
def signals(*numbers):
    """Give a socket from which a byte can be read for each signal.

    Afterwards everything is as it was before. For the main thread only.
    """
    reading, writing = socketpair()
    with reading, writing:
        reading.setblocking(False)
        writing.setblocking(False)
        fd = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
        before = {n: signal.signal(n, ignore) for n in numbers}
        try:
            yield reading
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(fd)
