"""Solution: each knows what it waits for, so we can follow them."""
from ghetto_asyncio.promises import promise


class Promise(promise.Promise):
    """A promise that refuses to wait for itself, by any detour."""

    waits_for = None

    def then(self, on_value=None, on_error=None):
        """Return a promise of what one of these functions will return."""
        after = super().then(on_value, on_error)
        after.waits_for = self
        return after

    def resolve(self, value):
        """Decide on a value; refuse a promise that waits for this one."""
        there = value
        while isinstance(there, Promise) and there is not self:
            there = there.waits_for
        if there is self:
            value = self
        elif isinstance(value, Promise) and not self.decided:
            self.waits_for = value
        super().resolve(value)

    def settle(self, error, value):
        """Keep the outcome; from now on, wait for nothing."""
        self.waits_for = None
        super().settle(error, value)
