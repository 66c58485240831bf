"""Exercise: a scheduler that survives its tasks."""


def first_of(items):
    """Give way, then return the first item, if there is one."""
    yield
    return next(iter(items))


def run(tasks):
    """Take {name: task}; return {name: error}.

    An error ends the task that raised it and nobody else.
    """
    raise NotImplementedError
