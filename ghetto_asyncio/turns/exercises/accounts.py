"""Exercise: stop after a budget of turns; who used what?"""


def run(tasks, budget):
    """Take {name: task}; return {name: number of turns}.

    Stop when `budget` turns are used up or all have ended. A
    next() that only finds the end of a task is no turn.
    """
    raise NotImplementedError
