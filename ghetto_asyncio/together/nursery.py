"""A nursery that can be cancelled, and that takes no more children then."""
from asyncio import CancelledError

from ghetto_asyncio.cancellation.shield import shield
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.task import NO_FAILURES, STOPS
from ghetto_asyncio.kernel.traps import current_task, park, spawn, trap


class Heard(Place):
    """Where tasks wait for the end of a child; the nursery always waits."""

    def __bool__(self):
        return True


class Nursery:
    """Has children, who have all ended when its block is left.

    If the block or a child fails, all the others are cancelled, and
    the errors come out together, in a group.
    """

    def __init__(self):
        self.children, self.errors, self.open = {}, [], False
        self.error = CancelledError("by the nursery")

    async def __aenter__(self):
        self.owner = await current_task()
        self.open, self.before = True, self.owner.cancelled
        await trap("set_timeout", self, None)  # until a child fails
        return self

    async def spawn(self, coro, name=None):
        """Have a coroutine run as a child; return its task."""
        if not self.open:
            coro.close()
            raise RuntimeError("this nursery takes no more children")
        key = object()
        child = await spawn(self.mind(coro, key), name or coro.__name__)
        child.joiners = Heard(child.joiners.name)
        self.children[key] = child
        return child

    async def mind(self, coro, key):
        """Run a child; if it fails, that is the end for all."""
        try:
            return await coro
        except NO_FAILURES:
            raise
        except BaseException as error:
            self.errors.append(error)
            await self.cancel()
            raise
        finally:
            del self.children[key]

    async def cancel(self):
        """Cancel all children, and what is left of the block."""
        if self.open:
            self.open = False
            for child in list(self.children.values()):
                await child.cancel(blocking=False)
            if self.owner.cancelled == self.before:
                await trap("interrupt", self.owner, self.error)

    async def wait(self):
        """Wait until there are no children any more."""
        while self.children:
            child = next(iter(self.children.values()))
            await park(child.joiners)
        self.open = False

    async def __aexit__(self, kind, error, trace):
        if kind is GeneratorExit:
            return  # a coroutine that is being closed may not wait
        try:
            if error is None:
                await self.wait()
        except (GeneratorExit, *STOPS):
            raise
        except BaseException as interrupt:
            error = interrupt
        if error is not None:
            await self.cancel()
            async with shield():
                await self.wait()
        await trap("unset_timeout", self)
        return await self.outcome(error)

    async def outcome(self, error):
        """Raise what the block or the children have to say."""
        if error is not None and not isinstance(error, NO_FAILURES):
            self.errors.append(error)
        elif error is not None and error is not self.error:
            if isinstance(error, STOPS) or not self.errors:
                raise error
            await trap("interrupt", self.owner, error)
        if self.errors:
            raise BaseExceptionGroup("a nursery has failed", self.errors)
        return True
