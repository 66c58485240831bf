"""Solution: whoever takes the callback away may call it."""


def once(callback):
    """Return a function that calls back the first time only.

    Take any arguments; return None when there is no call.
    """
    left = [callback]

    def call(*args):
        """Call back if nobody has done so yet."""
        if left:
            return left.pop()(*args)

    return call
