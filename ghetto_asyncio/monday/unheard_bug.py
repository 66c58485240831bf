"""A thread asks the loop with `call_soon()`, while the loop sleeps."""
import asyncio
from selectors import DefaultSelector
from threading import Event


class Bed(DefaultSelector):
    """Tells when the loop goes to sleep and has no timer."""

    def __init__(self):
        super().__init__()
        self.asleep = Event()

    def select(self, timeout=None):
        """Wait for sockets; note a wait that has no time limit."""
        if timeout is None:
            self.asleep.set()
        return super().select(timeout)


def ask(bed, call):
    """Leave a call for the loop; return whether it is heard within 0.5 s."""
    bed.asleep.wait()
    heard = Event()
    call(heard.set)
    return heard.wait(0.5)


def run(name, debug=False):
    """Have a thread ask a loop of asyncio, with its method `name`."""
    bed = Bed()
    loop = asyncio.SelectorEventLoop(bed)
    with asyncio.Runner(loop_factory=lambda: loop, debug=debug) as runner:
        return runner.run(asyncio.to_thread(ask, bed, getattr(loop, name)))
