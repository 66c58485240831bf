"""A call with a handle: it can be taken back, and it may fail."""
import sys
from os.path import basename

from ghetto_asyncio.callbacks import ready_queue


class Handle:
    """A call that is to be made, and who asked for it."""

    def __init__(self, callback, args, asked_by):
        self.callback = callback
        self.args = args
        self.asked_by = asked_by

    def cancel(self):
        """Forget the call: it is never made, and nothing is kept."""
        self.callback = self.args = None

    def cancelled(self):
        """Return whether the call has been taken back."""
        return self.callback is None

    def run(self):
        """Make the call; an error is reported and ends here."""
        callback, args = self.callback, self.args
        try:
            if callback:
                callback(*args)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            name = getattr(callback, "__name__", callback)
            print(f"{name} failed: {error!r}, asked by {self.asked_by}")


class Loop(ready_queue.Loop):
    """Returns a handle for each call, and survives calls that fail."""

    def call_soon(self, callback, *args):
        """Call in the next round, unless the handle is cancelled."""
        handle = self.handle(callback, args)
        self.ready.append(handle)
        return handle

    def handle(self, callback, args):
        """Return a handle that knows who asked: the first outside."""
        ours = {cls.__qualname__ for cls in type(self).__mro__}
        frame = sys._getframe(1)
        while frame.f_code.co_qualname.rpartition(".")[0] in ours:
            frame = frame.f_back
        name, file = frame.f_code.co_name, frame.f_code.co_filename
        place = f"{name}, {basename(file)} line {frame.f_lineno}"
        return Handle(callback, args, place)

    def run_once(self):
        """Make the calls that are in the queue now."""
        for _ in range(len(self.ready)):
            self.ready.popleft().run()
