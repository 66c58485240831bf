"""A task: a future whose result a coroutine is working on."""
from ghetto_asyncio.futures.future import Future


class Task(Future):
    """Resumes a coroutine whenever the future it awaits is done."""

    def __init__(self, coro, loop):
        super().__init__(loop)
        self.coro = coro
        loop.call_soon(self.step)

    def step(self, error=None):
        """Resume the coroutine; see what it awaits, or how it ended."""
        try:
            wanted = self.coro.throw(error) if error else self.coro.send(None)
        except StopIteration as stop:
            self.set_result(stop.value)
        except Exception as failure:
            self.set_exception(failure)
        else:
            self.wait_for(wanted)
        finally:
            self = error = None

    def wait_for(self, wanted):
        """Wait for a future, or, if `wanted` is None, for the next round."""
        if wanted is None:
            self.loop.call_soon(self.step)
        elif isinstance(wanted, Future) and wanted is not self:
            wanted.add_done_callback(self.wake_up)
        else:
            error = RuntimeError(f"a task cannot wait for {wanted!r}")
            self.loop.call_soon(self.step, error)

    def wake_up(self, future):
        """Take the next step; its `await` asks the future for the result."""
        try:
            self.step()
        finally:
            self = None
