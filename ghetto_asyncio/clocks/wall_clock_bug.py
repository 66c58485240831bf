"""A timer by a clock that somebody sets meanwhile."""


class Clock:
    """Two clocks; after 5 seconds, one of them is changed."""

    def __init__(self, change):
        self.passed = 0
        self.change = change

    def monotonic(self):
        """Give the seconds that have passed."""
        return self.passed

    def time(self):
        """Give what the clock on the wall shows, in seconds."""
        return self.passed + (self.change if self.passed >= 5 else 0)

    def sleep(self, seconds):
        """Let time pass."""
        self.passed += seconds


def ten_seconds(clock, now):
    """Wait until `now()` says that 10 seconds have passed.

    Look once a second. Return the seconds that have really passed.
    """
    deadline = now() + 10
    while now() < deadline:
        clock.sleep(1)
    return clock.passed
