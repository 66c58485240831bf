"""Exercise: a program that tells two kernels apart."""


def forgets(kernel):
    """Return whether a kernel forgets who joins a task too late."""
    raise NotImplementedError
