"""This scheduler crashes when the first task ends."""


def run(tasks):
    """Give each task a turn, and then again, for ever."""
    while True:
        for task in tasks:
            next(task)
