"""Calls to come, which can be taken back."""


class Handle:
    """A call to come."""

    def __init__(self, function, args):
        self.function, self.args = function, args

    def cancel(self):
        """Take it back."""
        self.function = self.args = None

    def cancelled(self):
        """Is it taken back?"""
        return self.function is None
