"""A nursery: a block that is not left before all its tasks have ended."""
from asyncio import CancelledError

from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.kernel.task import NO_FAILURES
from ghetto_asyncio.kernel.traps import current_task, spawn, trap


class Nursery:
    """Has children, who have all ended when its block is left.

    If the block or a child fails, all the others are cancelled, and
    the errors come out together, in a group.
    """

    def __init__(self):
        self.children, self.errors = [], []
        self.error = CancelledError("by the nursery")

    async def __aenter__(self):
        self.owner = await current_task()
        await trap("set_timeout", self, None)  # until a child fails
        return self

    async def spawn(self, coro, name=None):
        """Have a coroutine run as a child; return its task."""
        child = await spawn(self.mind(coro), name or coro.__name__)
        self.children.append(child)
        return child

    async def mind(self, coro):
        """Run a child; if it is the first to fail, interrupt the block."""
        try:
            return await coro
        except NO_FAILURES:
            raise
        except BaseException as error:
            self.errors.append(error)
            if len(self.errors) == 1:
                await trap("interrupt", self.owner, self.error)

    async def wait(self):
        """Wait until all children have ended."""
        for child in self.children:
            await child.wait()

    async def __aexit__(self, kind, error, trace):
        try:
            if error is None:
                await self.wait()
        except (Exception, CancelledError) as interrupt:
            error = interrupt
        if error is not None:
            for child in self.children:
                await child.cancel(blocking=False)
            async with shield():
                await self.wait()
        await trap("unset_timeout", self)
        if error is not None and not isinstance(error, NO_FAILURES):
            self.errors.append(error)
        if self.errors:
            raise BaseExceptionGroup("a nursery has failed", self.errors)
        if error is not None:
            raise error
