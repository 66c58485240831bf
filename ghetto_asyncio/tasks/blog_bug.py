"""The guest with mistakes that posts on asyncio make: count them."""
from ghetto_asyncio.tasks import guest


class Future(guest.Future):
    """A result that is not there yet."""

    callbacks = []

    def __init__(self, *, loop=None):
        super().__init__(loop=loop)
        del self.callbacks

    def add_done_callback(self, fn, *, context=None):
        """Have `fn(future)` called when the future is done."""
        self.callbacks.append((fn, context))

    def finish(self, state, value, error):
        """Keep how it ended, and call who waits."""
        self.state, self.value, self.error = state, value, error
        for callback, context in self.callbacks:
            self.loop.call_soon(callback, self, context=context)
        self.callbacks.clear()

    def cancel(self, msg=None):
        """Let nobody wait any longer."""
        self.finish("cancelled", None, None)
        return True

    def result(self):
        """Return the value, or raise the exception."""
        if self.error:
            raise self.error
        return self.value

    def __await__(self):
        yield self
        return self.result()


class Task(guest.Task, Future):
    """Resumes a coroutine whenever what it awaits is done."""

    def resume(self, error):
        """Resume the coroutine, and wait for what it awaits."""
        try:
            if error:
                self.coro.throw(error)
                return
            wanted = self.coro.send(None)
        except StopIteration:
            self.value = None
        except Exception as failure:
            Future.set_exception(self, failure)
        else:
            if hasattr(wanted, "add_done_callback"):
                wanted.add_done_callback(self.wake_up)

    def wake_up(self, future):
        """Go on with the coroutine."""
        try:
            future.result()
        except Exception as error:
            self.step(error)
        else:
            self.step()
