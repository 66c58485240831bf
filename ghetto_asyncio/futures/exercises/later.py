"""Exercise: a timer that can be awaited."""


def later(loop, seconds, value=None):
    """Return a future that has the result `value` after `seconds`.

    If the future is cancelled, so is the timer.
    """
    raise NotImplementedError
