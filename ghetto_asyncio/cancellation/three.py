"""The same calls on our kernel, on our loop, and on asyncio."""
import asyncio
from contextlib import closing

from ghetto_asyncio.cancellation import cancel
from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.clocks.virtual import AsyncioLoop
from ghetto_asyncio.kernel import ops, traps, virtual
from ghetto_asyncio.stopping import loop


class Kernel(cancel.Kernel, virtual.Kernel):
    """Cancels tasks, on a clock that jumps."""


class OnKernel:
    """Tasks that ask a kernel."""

    name = "kernel"

    def run(self, main, *args):
        """Run `main(self, *args)` as a task; return its result."""
        self.kernel = Kernel()
        return self.kernel.run(main(self, *args))

    async def spawn(self, coro):
        """Begin a task."""
        return await traps.spawn(coro)

    async def sleep(self, seconds):
        """Wait for some seconds."""
        await traps.sleep(seconds)

    async def read(self, sock):
        """Wait for some bytes, and return them."""
        return await ops.sock_recv(sock, 100)

    async def join(self, task):
        """Wait for a task, and return its result."""
        return await task.join()

    async def cancel(self, task):
        """Cancel a task, and do not wait for its end."""
        late = task.ended
        await traps.trap("cancel", task)
        return not late


class OnLoop:
    """Tasks on futures and callbacks."""

    name, new_loop = "loop", jumping(loop.Loop)

    def run(self, main, *args):
        """Run `main(self, *args)` as a task; return its result."""
        with closing(self.new_loop()) as self.loop:
            return self.loop.run_until_complete(main(self, *args))

    async def spawn(self, coro):
        """Begin a task."""
        return self.loop.create_task(coro)

    async def sleep(self, seconds):
        """Wait for some seconds."""
        await self.loop.sleep(seconds)

    async def read(self, sock):
        """Wait for some bytes, and return them."""
        return await self.loop.sock_recv(sock, 100)

    async def join(self, task):
        """Wait for a task, and return its result."""
        return await task

    async def cancel(self, task):
        """Cancel a task, and do not wait for its end."""
        return task.cancel()


class OnAsyncio(OnLoop):
    """Tasks of asyncio."""

    name, new_loop = "asyncio", AsyncioLoop

    async def sleep(self, seconds):
        """Wait for some seconds."""
        await asyncio.sleep(seconds)


WAYS = OnKernel(), OnLoop(), OnAsyncio()
