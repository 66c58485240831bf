"""Solution: a step counts when it has been taken."""
from collections import deque


def run(processes, budget):
    """Take {name: process}; return {name: number of steps}.

    Stop when `budget` steps are used up or all have ended. A
    next() that only finds the end of a process is no step.
    """
    used = dict.fromkeys(processes, 0)
    ready = deque(processes.items())
    while ready and sum(used.values()) < budget:
        name, current = ready.popleft()
        try:
            next(current)
        except StopIteration:
            continue
        used[name] += 1
        ready.append((name, current))
    return used
