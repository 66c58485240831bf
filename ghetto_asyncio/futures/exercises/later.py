"""Exercise: a timer that can be awaited."""


def later(loop, seconds, value=None):
    """Return a future that has this result in so many seconds.

    If the future is cancelled, so is the timer.
    """
    raise NotImplementedError
