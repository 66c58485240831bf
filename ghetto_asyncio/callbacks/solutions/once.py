"""Solution: the first call takes the callback away, and makes it."""


def once(callback):
    """Return a function that calls back the first time only.

    It takes any arguments, and returns None when it makes no call.
    """
    left = [callback]

    def call(*args):
        """Call back, unless the callback has been taken away."""
        if left:
            return left.pop()(*args)

    return call
