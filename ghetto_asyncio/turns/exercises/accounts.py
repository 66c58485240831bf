"""Exercise: stop after a budget of steps; who used what?"""


def run(processes, budget):
    """Take {name: process}; return {name: number of steps}.

    Stop when `budget` steps are used up or all have ended. A
    next() that only finds the end of a process is no step.
    """
    raise NotImplementedError
