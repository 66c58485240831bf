"""Exercise: does the quantum change the result?"""


def results(programs, memory):
    """Return a list of the different final memories.

    Use each quantum from 1 to the length of the longest program,
    and start each run with a copy of `memory`.
    """
    raise NotImplementedError
