"""Two worlds for one program: our kernel and asyncio, with the same names."""
import asyncio
from inspect import isawaitable

from ghetto_asyncio.cancellation.virtual import Kernel
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.kernel import traps
from ghetto_asyncio.together import lock


class Ours:
    """Tasks of our kernel, and what lets them wait for each other."""

    Lock = lock.Lock
    spawn = staticmethod(traps.spawn)
    sleep = staticmethod(traps.sleep)

    def run(self, coro):
        """Run a program; return its result."""
        return Kernel().run(coro)

    async def cancel(self, task):
        """Cancel a task, and go on."""
        await task.cancel(blocking=False)

    async def join(self, task):
        """Wait for a task; return its result or raise its error."""
        return await task.join()


class Theirs:
    """Tasks of asyncio, and its own ways to wait for each other."""

    Lock = asyncio.Lock
    sleep = staticmethod(asyncio.sleep)

    async def spawn(self, coro, name=None):
        """Have a coroutine run as a task; return the task."""
        return asyncio.create_task(coro, name=name)

    def run(self, coro):
        """Run a program; return its result."""
        with asyncio.Runner(loop_factory=AsyncioLoop) as runner:
            return runner.run(coro)

    async def cancel(self, task):
        """Cancel a task, and go on."""
        task.cancel()

    async def join(self, task):
        """Wait for a task; return its result or raise its error."""
        return await task


ours, theirs = Ours(), Theirs()


async def do(call):
    """Await what has to be awaited: our `release()`, not asyncio’s."""
    return await call if isawaitable(call) else call
