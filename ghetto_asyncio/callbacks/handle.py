"""A call with a handle: it can be cancelled, and it may fail."""
import sys

from ghetto_asyncio.callbacks import ready_queue


class Handle:
    """A call that is to be made, and who asked for it."""

    def __init__(self, callback, args, asked_by):
        self.callback = callback
        self.args = args
        self.asked_by = asked_by
        self._cancelled = False

    def cancel(self):
        """See to it that the call is not made any more."""
        self._cancelled = True

    def cancelled(self):
        """Say whether the call has been cancelled."""
        return self._cancelled

    def run(self):
        """Make the call; an error is reported and ends here."""
        if self._cancelled:
            return
        try:
            self.callback(*self.args)
        except Exception as error:
            name = getattr(self.callback, "__name__", self.callback)
            print(f"{name} failed: {error!r}, asked by {self.asked_by}")


class Loop(ready_queue.Loop):
    """Gives a handle for each call, and survives calls that fail."""

    def call_soon(self, callback, *args):
        """Call in the next round, unless the handle is cancelled."""
        handle = self.handle(callback, args)
        self.ready.append(handle)
        return handle

    def handle(self, callback, args):
        """Give a handle that knows which function asked for the call."""
        return Handle(callback, args, sys._getframe(2).f_code.co_name)

    def run_once(self):
        """Make the calls that are in the queue now."""
        for _ in range(len(self.ready)):
            self.ready.popleft().run()
