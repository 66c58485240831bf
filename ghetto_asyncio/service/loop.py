"""A loop that is stopped, and closed."""
import asyncio
from contextlib import suppress

from ghetto_asyncio.service import absent, asked


class Stopped(BaseException):
    """The loop was told to stop."""


class Loop(asked.Loop, absent.Absent):
    """A loop that can serve all day, and ends when it is told to."""

    running = stopping = False

    def run_until_complete(self, future):
        """Go round until it is done; return its result."""
        self.refuse()
        future = asyncio.ensure_future(future, loop=self)
        with suppress(Stopped):
            self.run(future)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

    def run_forever(self):
        """Run until stop() is called; one round if it was called before."""
        self.refuse()
        with suppress(Stopped):
            self.run(self.create_future())

    def run(self, future):
        """Go round until it is done; raise Stopped if stop() comes first."""
        try:
            self.running = True
            super().run_until_complete(future)
        finally:
            self.running = self.stopping = False

    def run_once(self):
        """Go round once; then raise Stopped if the loop was told to."""
        super().run_once()
        if self.stopping:
            raise Stopped

    def how_long(self):
        """Give the seconds to wait: none before a stop."""
        return 0 if self.stopping else super().how_long()

    def stop(self):
        """End after this round, or after the first."""
        self.stopping = True

    def is_running(self):
        """Return whether it goes round."""
        return self.running

    def refuse(self):
        """Raise RuntimeError if it is closed, or already running."""
        self.handle(None, ())
        if self.running:
            raise RuntimeError("This event loop is already running")

    def run_in_executor(self, executor, function, *args):
        """Return a future of a call in another thread; not if closed."""
        self.handle(function, args)
        return super().run_in_executor(executor, function, *args)

    def close(self):
        """Close everything, but not in the middle of a round."""
        if self.running:
            raise RuntimeError("Cannot close a running event loop")
        super().close()
