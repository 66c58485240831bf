"""Solution: a turn of several steps, cut short by the end."""
from collections import deque


def run(weighted):
    """Take (process, weight) pairs; weight is steps per turn."""
    ready = deque(weighted)
    while ready:
        current, weight = ready.popleft()
        try:
            for _ in range(weight):
                next(current)
        except StopIteration:
            continue
        ready.append((current, weight))
