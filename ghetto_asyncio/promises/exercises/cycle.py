"""Exercise: promises that wait for one another in a circle."""
from ghetto_asyncio.promises import promise


class Promise(promise.Promise):
    """A promise that refuses to wait for itself, by any detour."""

    def then(self, on_value=None, on_error=None):
        """Return a promise of what one of these functions will return."""
        raise NotImplementedError

    def resolve(self, value):
        """Decide on a value; refuse a promise that waits for this one."""
        raise NotImplementedError

    def settle(self, error, value):
        """Keep the outcome; from now on, wait for nothing."""
        raise NotImplementedError
