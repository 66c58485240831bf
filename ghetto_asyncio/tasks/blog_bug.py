"""The guest with mistakes that posts on asyncio make: count them."""
from ghetto_asyncio.tasks import guest


class Future(guest.Future):
    """A result that is not there yet."""

    def __init__(self, *, callbacks=[], **loop):
        super().__init__(**loop)
        self.callbacks = callbacks

    def __await__(self):
        yield self
        return self.result()

    def add_done_callback(self, fn, **context):
        """Have `fn(future)` called when the future is done."""
        self.callbacks += [(fn, context)]

    def cancel(self, msg=None):
        """Finish without a value, as cancelled."""
        self.finish("cancelled", None, None)
        return True

    def finish(self, state, *outcome):
        """Keep the outcome, and call all who wait for it."""
        self.state, (self.value, self.error) = state, outcome
        while self.callbacks:
            fn, context = self.callbacks[0]
            self.loop.call_soon(fn, self, **context)
            del self.callbacks[0]

    def result(self):
        """Return the value, or raise the exception."""
        if not self.error:
            return self.value
        raise self.error


class Task(guest.Task, Future):
    """Resumes a coroutine whenever what it awaits is done."""

    def resume(self, error):
        """Give the coroutine a turn, or an error."""
        try:
            if not error:
                self.wait_for(self.coro.send(None))
            else:
                self.coro.throw(error)
        except StopIteration:
            return
        except Exception as failure:
            Future.set_exception(self, failure)

    def wait_for(self, wanted):
        """Take the next step when a future is done."""
        if hasattr(wanted, "add_done_callback"):
            wanted.add_done_callback(self.wake_up)

    def wake_up(self, future):
        """Go on with the coroutine, or tell it what has failed."""
        self.step(future.exception())
