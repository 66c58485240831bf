"""Generators that are left over, and a loop that is stopped."""
import asyncio
import sys
from weakref import WeakSet

from ghetto_asyncio.service import signals
from ghetto_asyncio.tasks.loop import settle


class Loop(signals.Loop):
    """A loop that can serve all day, and ends when it is told to."""

    running = False

    def __init__(self):
        super().__init__()
        self.generators = WeakSet()
        self.end = self.create_future()

    def run_until_complete(self, future):
        """Go round until it is done; look after asynchronous generators."""
        before, self.running = sys.get_asyncgen_hooks(), True
        sys.set_asyncgen_hooks(self.generators.add, self.let_go)
        try:
            return super().run_until_complete(future)
        finally:
            self.running = False
            sys.set_asyncgen_hooks(*before)

    def let_go(self, generator):
        """A generator was forgotten: let a task bring it to its finally."""
        self.generators.discard(generator)
        if not self.closed:
            self.call_soon_threadsafe(self.create_task, generator.aclose())

    async def shutdown_asyncgens(self):
        """Bring all generators that are left to their finally."""
        left = list(self.generators)
        ends = await asyncio.gather(*[each.aclose() for each in left],
                                    return_exceptions=True)
        for error in filter(None, ends):
            self.call_exception_handler({
                "message": "a generator failed when it was closed",
                "exception": error})

    def run_forever(self):
        """Go round until stop() is called, once if that was before."""
        self.run_until_complete(self.end)
        self.end = self.create_future()

    def stop(self):
        """End run_forever() after this round, or after the first."""
        if self.running:
            settle(self.end)
        else:
            self.call_soon(settle, self.end)

    def is_running(self):
        """Return whether it goes round."""
        return self.running
