"""Exercise: some tasks are resumed more often."""


def run(weighted):
    """Take (task, weight) pairs; a weight is 1 or more.

    A task with weight 3 is resumed three times in its turn.
    """
    raise NotImplementedError
