"""Exercise: a callback that is called at most once."""


def once(callback):
    """Return a function that calls back the first time only.

    It takes any arguments, and returns None when it makes no call.
    """
    raise NotImplementedError
