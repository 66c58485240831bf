"""A loop that hands blocking calls to threads."""
import asyncio
from concurrent.futures import ThreadPoolExecutor

from ghetto_asyncio.runner import loop


class Loop(loop.Loop):
    """Hands blocking calls to a pool of threads, which wake it up."""

    pool = None

    def set_default_executor(self, executor):
        """Use this pool of threads where none is named."""
        if not isinstance(executor, ThreadPoolExecutor):
            raise TypeError(f"a pool of threads was expected: {executor!r}")
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
        """Close the loop, and let the threads end when they are done."""
        super().close()
        if self.pool:
            self.pool.shutdown(wait=False)
