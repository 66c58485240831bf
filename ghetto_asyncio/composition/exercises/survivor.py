"""Exercise: a scheduler that survives its processes."""


def first_of(items):
    """Give way, then return the first item, if there is one."""
    yield
    return next(iter(items))


def run(processes):
    """Take {name: process}; return {name: error}.

    An error ends the process that raised it and nobody else.
    """
    raise NotImplementedError
