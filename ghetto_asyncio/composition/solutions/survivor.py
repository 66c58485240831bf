"""Solution: StopIteration is an end, all else a failure."""
from collections import deque


def first_of(items):
    """Give way, then return the first item, if there is one."""
    yield
    return next(iter(items))


def run(processes):
    """Take {name: process}; return {name: error}.

    An error ends the process that raised it and nobody else.
    """
    failed = {}
    ready = deque(processes.items())
    while ready:
        name, current = ready.popleft()
        try:
            next(current)
        except StopIteration:
            continue
        except Exception as error:
            failed[name] = error
            continue
        ready.append((name, current))
    return failed
