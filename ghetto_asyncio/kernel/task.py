"""A task of the kernel: a coroutine, where it is, and how it ended."""
from asyncio import CancelledError
from contextlib import suppress
from traceback import print_exception

from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park

STOPS = KeyboardInterrupt, SystemExit
NO_FAILURES = CancelledError, GeneratorExit, *STOPS


class Task:
    """A coroutine that a kernel resumes, and that others can join."""

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
        """Keep how the task ended; print the error if no task waits for it."""
        self.close()  # Ctrl-C may strike before the coroutine goes on
        self.ended, self.result, self.error = True, result, error
        if not heard:
            self.tell()

    def tell(self):
        """Print that the task has failed, unless another waits for its end."""
        silent = self.error is None or isinstance(self.error, NO_FAILURES)
        if not (silent or self.joiners):
            try:
                print(f"{self.name} failed: {self.error!r}")
            except Exception as failure:
                print(f"{self.name} failed, and has no words: {failure!r}")

    def outcome(self):
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.result

    async def wait(self):
        """Wait for the end; print the error if the task has failed."""
        if not self.ended:
            await park(self.joiners)
            self.tell()

    async def join(self):
        """Wait for the end; return the result, or raise the error."""
        if not self.ended:
            await park(self.joiners)
        return self.outcome()

    def close(self):
        """Leave the place; let the coroutine clean up, at once."""
        with suppress(AttributeError, ValueError):  # it may have none
            self.place.remove(self)
        try:
            self.coro.close()
        except STOPS:
            raise
        except BaseException as failure:
            print_exception(failure)
