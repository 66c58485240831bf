"""A bell that asyncio takes for a future."""


class Bell:
    """A bell: tasks await it, and go on when it is rung."""

    _asyncio_future_blocking = False

    def __init__(self, loop):
        self.loop = loop
        self.rung = False
        self.waiting = []

    def ring(self):
        """Let all tasks that wait go on."""
        self.rung = True
        for callback, context in self.waiting:
            self.loop.call_soon(callback, self, context=context)
        self.waiting.clear()

    def __await__(self):
        if not self.rung:
            self._asyncio_future_blocking = True
            yield self

    def get_loop(self):
        """Return the loop whose tasks may wait."""
        return self.loop

    def add_done_callback(self, fn, *, context=None):
        """Remember a task that waits, and its context."""
        self.waiting.append((fn, context))

    def result(self):
        """Return None: a bell that has been rung has no other result."""
