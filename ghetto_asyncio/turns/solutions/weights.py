"""Solution: a longer turn, cut short by the end."""
from collections import deque


def run(weighted):
    """Take (task, weight) pairs; a weight is 1 or more.

    A task with weight 3 is resumed three times in its turn.
    """
    ready = deque(weighted)
    while ready:
        task, weight = ready.popleft()
        try:
            for _ in range(weight):
                next(task)
        except StopIteration:
            continue
        ready.append((task, weight))
