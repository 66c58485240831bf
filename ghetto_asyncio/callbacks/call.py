"""A call that is an object: it can be taken back, and it may fail."""
from ghetto_asyncio.callbacks import ready_queue


class Handle:
    """A call that is to be made, unless it is cancelled."""

    def __init__(self, callback, args):
        self.callback = callback
        self.args = args

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
            print(f"{name} failed: {error!r}")
        finally:
            self = callback = args = None


class Loop(ready_queue.Loop):
    """Returns a handle for each call, and survives calls that fail."""

    def handle(self, callback, args):
        """Return a handle for a call."""
        return Handle(callback, args)

    def call_soon(self, callback, *args):
        """Call back in the next round, unless the handle is cancelled."""
        handle = self.handle(callback, args)
        self.ready.append(handle)
        return handle

    def run_once(self):
        """Make the calls that are in the queue now."""
        for _ in range(len(self.ready)):
            self.ready.popleft().run()
