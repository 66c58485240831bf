"""Exercise: a bell for a task that may be rung outside the kernel."""


class Doorbell:
    """Rung by whoever likes, in any thread; heard by one task."""

    def __init__(self):
        raise NotImplementedError

    def ring(self):
        """Let the task that waits go on, or the next one that does."""
        raise NotImplementedError

    async def wait(self):
        """Go on when somebody has rung since the last time."""
        raise NotImplementedError

    def close(self):
        """Take the bell down."""
        raise NotImplementedError
