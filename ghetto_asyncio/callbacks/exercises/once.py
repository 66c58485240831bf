"""Exercise: a callback that is called at most once."""


def once(callback):
    """Return a function that calls back the first time only.

    Take any arguments; return None when there is no call.
    """
    raise NotImplementedError
