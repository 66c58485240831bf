"""Solution: a turn counts when it has been taken."""
from collections import deque


def run(tasks, budget):
    """Take {name: task}; return {name: number of turns}.

    Stop when `budget` turns are used up or all have ended. A
    next() that only finds the end of a task is no turn.
    """
    used = dict.fromkeys(tasks, 0)
    ready = deque(tasks.items())
    while ready and sum(used.values()) < budget:
        name, task = ready.popleft()
        try:
            next(task)
        except StopIteration:
            continue
        used[name] += 1
        ready.append((name, task))
    return used
