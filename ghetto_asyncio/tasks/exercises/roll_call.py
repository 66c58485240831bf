"""Exercise: make a guest of every task of asyncio's loop."""


def roll_call(loop):
    """Have `loop` make guests of its tasks, whoever creates them.

    Return a function that returns the names of the tasks that are
    not done, in the order in which they were made.
    """
    raise NotImplementedError
