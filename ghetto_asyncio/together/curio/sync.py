"""What lets tasks wait for each other; most of it was here already."""
from ghetto_asyncio.kernel.traps import current_task
from ghetto_asyncio.together.condition import Condition
from ghetto_asyncio.together.event import Event
from ghetto_asyncio.together.lock import Held, Lock
from ghetto_asyncio.together.semaphore import Semaphore

__all__ = ["Condition", "Event", "Lock", "RLock", "Result", "Semaphore"]


class RLock(Held):
    """A lock that whoever has it may acquire again."""

    def __init__(self):
        self.lock, self.times = Lock(), 0
        self.locked = self.lock.locked

    async def acquire(self):
        """Wait until it is given to us, if it isn't ours; return True."""
        if self.lock.owner is not await current_task():
            await self.lock.acquire()
        self.times += 1
        return True

    async def release(self):
        """Give it back once; RuntimeError if it isn't ours."""
        if self.lock.owner is not await current_task():
            raise RuntimeError("only who has it can release it")
        self.times -= 1
        if not self.times:
            await self.lock.release()


class Result:
    """A value, or an error, that tasks wait for."""

    def __init__(self):
        self.ready, self.value, self.error = Event("a result"), None, None
        self.is_set = self.ready.is_set

    async def set_value(self, value):
        """Let whoever waits have a value."""
        self.value = value
        await self.ready.set()

    async def set_exception(self, error):
        """Raise an error where somebody waits."""
        self.error = error
        await self.ready.set()

    async def unwrap(self):
        """Wait for the value and return it, or raise the error."""
        await self.ready.wait()
        if self.error is not None:
            raise self.error
        return self.value
