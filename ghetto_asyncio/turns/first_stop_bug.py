"""A scheduler that falls with the first process that ends."""


def run(processes):
    """Give each process a step in turn, for ever."""
    while True:
        for current in processes:
            next(current)
