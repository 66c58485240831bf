"""The loop hears of threads, and has some work for them."""
import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from ghetto_asyncio.service import runner


class Loop(runner.Loop):
    """Can be woken up; hands what blocks to a pool of threads."""

    def __init__(self):
        super().__init__()
        self.pool = None
        self.bell, self.button = socket.socketpair()
        self.bell.setblocking(False)
        self.button.setblocking(False)
        self.add_reader(self.bell, self.hear)

    def hear(self):
        """Take the bytes away: the calls that they announce are queued."""
        with suppress(BlockingIOError):
            self.bell.recv(4096)

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Have a call made in the loop's thread; come from any thread."""
        handle = self.call_soon(callback, *args, context=context)
        with suppress(OSError):  # it is full, and rings already; or closed
            self.button.send(b"\0")
        return handle

    def set_default_executor(self, executor):
        """Use this pool where none is named."""
        self.pool = executor

    def run_in_executor(self, executor, function, *args):
        """Return a future of a call that is made in another thread."""
        if executor is None:
            self.pool = executor = self.pool or ThreadPoolExecutor()
        return asyncio.wrap_future(executor.submit(function, *args), loop=self)

    async def shutdown_default_executor(self, timeout=None):
        """Wait until the threads are done, however long that takes."""
        if self.pool:
            helper = ThreadPoolExecutor(1)
            await self.run_in_executor(helper, self.pool.shutdown)
            helper.shutdown()

    def close(self):
        """Close the bell, and tell the threads to go when they are done."""
        if not self.closed:
            self.remove_reader(self.bell)
            self.bell.close()
            self.button.close()
            super().close()
            if self.pool:
                self.pool.shutdown(wait=False)
