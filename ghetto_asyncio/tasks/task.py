"""A task: a future whose result a coroutine is working on."""
from asyncio import CancelledError

from ghetto_asyncio.futures.future import Future


class Task(Future):
    """Resumes a coroutine whenever the future it awaits is done."""

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
            wanted = self.coro.throw(error) if error else self.coro.send(None)
        except StopIteration as stop:
            self.set_result(stop.value)
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
        ours = isinstance(wanted, Future) and wanted.loop is self.loop
        if wanted is None:
            self.loop.call_soon(self.step)
        elif ours and wanted is not self:
            self.waits_for = wanted
            wanted.add_done_callback(self.wake_up)
            if self.must_cancel and wanted.cancel():
                self.must_cancel = False
        else:
            error = RuntimeError(f"a task cannot wait for {wanted!r}")
            self.loop.call_soon(self.step, error)

    def wake_up(self, future):
        """Go on: the future is done, and its await will say how."""
        self.step()

    def cancel(self):
        """Have the coroutine get a CancelledError; False if done."""
        if self.done():
            return False
        self.must_cancel = not (self.waits_for and self.waits_for.cancel())
        return True
