"""Exercise: who can be read now, by name."""


def whose(people):
    """Return the names of those in {name: socket} who can be read."""
    raise NotImplementedError
