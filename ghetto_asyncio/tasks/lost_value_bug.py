"""A task that loses three things, in a few lines."""
from asyncio import CancelledError

from ghetto_asyncio.futures.future import Future


class Task(Future):
    """Resumes a coroutine, and does not look closely."""

    def __init__(self, coro, loop):
        super().__init__(loop)
        self.coro, self.waits_for, self.must_cancel = coro, None, False
        loop.call_soon(self.step)

    def step(self, error=None):
        """Resume the coroutine; see what it awaits, or how it ended."""
        if self.must_cancel:
            self.must_cancel, error = False, CancelledError()
        self.waits_for = None
        try:
            if error:
                self.coro.throw(error)
            wanted = self.coro.send(None)
        except StopIteration:
            pass
        except CancelledError:
            super().cancel()
        except BaseException as failure:
            self.set_exception(failure)
            if isinstance(failure, (KeyboardInterrupt, SystemExit)):
                raise
        else:
            self.wait_for(wanted)

    def wait_for(self, wanted):
        """Wait for a future, or if it is None for the next round."""
        if wanted is None:
            self.loop.call_soon(self.step)
        elif isinstance(wanted, Future):
            self.waits_for = wanted
            wanted.add_done_callback(self.wake_up)
            self.must_cancel = self.must_cancel and not wanted.cancel()

    def wake_up(self, future):
        """Go on: the future is done, and its await will say how."""
        self.step()

    def cancel(self):
        """Have the coroutine get a CancelledError; False if done."""
        if not (self.done() or (self.waits_for and self.waits_for.cancel())):
            self.must_cancel = True
        return not self.done()
