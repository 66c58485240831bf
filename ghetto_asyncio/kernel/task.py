"""A task of the kernel: a coroutine, where it is, and how it ended."""
from traceback import print_exception

from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park


class Task:
    """Something for a kernel to resume, and for others to join."""

    def __init__(self, coro, name):
        self.coro, self.name = coro, name
        self.place = self.answer = self.thrown = None
        self.ended, self.result, self.error = False, None, None
        self.joiners = Place(f"the end of {name}")

    def resume(self):
        """Let the coroutine go on; return what it asks for next."""
        thrown, self.thrown = self.thrown, None
        if thrown is not None:
            return self.coro.throw(thrown)
        return self.coro.send(self.answer)

    def end(self, result, error, heard=False):
        """Keep how it ended; say so if an error has nobody to go to."""
        self.close()  # Ctrl-C may strike before the coroutine goes on
        self.ended, self.result, self.error = True, result, error
        if isinstance(error, Exception) and not (heard or self.joiners):
            print(f"{self.name} failed: {error!r}")

    def outcome(self):
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.result

    async def wait(self):
        """Wait for the end, whatever it is."""
        if not self.ended:
            await park(self.joiners)

    async def join(self):
        """Wait for the end; return the result, or raise the error."""
        await self.wait()
        return self.outcome()

    def close(self):
        """Let the coroutine clean up, at once; that may fail."""
        try:
            self.coro.close()
        except Exception as failure:
            print_exception(failure)
