"""Asynchronous generators that were left before their end."""
import asyncio
import sys
from weakref import WeakSet

from ghetto_asyncio.service import signals


class Loop(signals.Loop):
    """Brings each generator to its finally."""

    def __init__(self):
        super().__init__()
        self.generators = WeakSet()

    def run_until_complete(self, future):
        """Go round until it is done; hear of generators meanwhile."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(self.generators.add, self.let_go)
        try:
            return super().run_until_complete(future)
        finally:
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
