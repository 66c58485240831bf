"""Solution: each call asks for the next one."""


class Repeat:
    """Calls `callback(*args)` once in each round of a loop."""

    def __init__(self, loop, callback, *args):
        self.loop = loop
        self.callback = callback
        self.args = args
        self.handle = loop.call_soon(self.run)

    def run(self):
        """Ask for the next call first: this one may fail, or cancel it."""
        self.handle = self.loop.call_soon(self.run)
        self.callback(*self.args)

    def cancel(self):
        """Make sure that no more calls are made."""
        self.handle.cancel()
