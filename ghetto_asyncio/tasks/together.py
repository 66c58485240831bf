"""Several at once: all results, in the order of the arguments."""
from asyncio import iscoroutine

from ghetto_asyncio.futures.future import Future


def begin(loop, work):
    """Make a task of a coroutine; return a future unchanged."""
    return loop.create_task(work) if iscoroutine(work) else work


class Gathered(Future):
    """The results of its parts, or the first of their errors."""

    def __init__(self, loop, works):
        super().__init__(loop)
        begun = {each: begin(loop, each) for each in dict.fromkeys(works)}
        self.parts = [begun[each] for each in works]
        self.left, self.asked = len(self.parts), False
        for part in self.parts:
            part.add_done_callback(self.one_done)
        if not self.parts:
            self.set_result([])

    def one_done(self, part):
        """Count a part that is done; settle when no part is left."""
        self.left -= 1
        if self.done():
            return
        if part.error is not None:
            self.set_exception(part.error)
        elif not self.left and self.asked:
            super().cancel()
        elif not self.left:
            self.set_result([each.value for each in self.parts])

    def cancel(self, msg=None):
        """Cancel the parts that are left; return False if none is."""
        left = [] if self.done() else self.parts
        asked = [part.cancel(msg) for part in left]
        self.asked = self.asked or any(asked)
        return any(asked)


def gather(loop, *works):
    """Return a future for the results of coroutines and futures."""
    return Gathered(loop, works)
