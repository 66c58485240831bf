"""Exercise: some processes get more steps in a turn."""


def run(weighted):
    """Take (process, weight) pairs; weight is steps per turn."""
    raise NotImplementedError
