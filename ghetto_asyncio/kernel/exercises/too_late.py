"""Exercise: a program that tells two kernels apart."""


def forgets(kernel):
    """Return whether a kernel forgets a parent that joins too late."""
    raise NotImplementedError
