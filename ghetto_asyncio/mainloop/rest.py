"""A task that can do nothing rests, and the loop does not spin."""
from ghetto_asyncio.mainloop import loop
from ghetto_asyncio.mainloop.passing import PASSING


class Loop(loop.Loop):
    """A main loop on which a task can rest."""

    def __init__(self):
        super().__init__()
        self.resting = []

    def park(self, task, wanted):
        """Let a task rest, or wait."""
        if wanted == "rest":
            self.resting.append(task)
        else:
            super().park(task, wanted)

    def how_long(self):
        """Return the seconds to wait: at most one while a task rests."""
        return 0 if self.ready else 1 if self.resting else None

    def wake(self):
        """Wait for events; a task that rests is ready as well."""
        super().wake()
        self.ready.extend((task, None) for task in self.resting)
        self.resting.clear()

    def sock_accept(self, listener):
        """Wait for a client; rest for as long as none can come in."""
        said = False
        while True:
            try:
                return (yield from super().sock_accept(listener))
            except OSError as error:
                if error.errno not in PASSING:
                    raise
                if not said:
                    print("nobody can come in:", error.strerror)
                said = True
            yield "rest"
