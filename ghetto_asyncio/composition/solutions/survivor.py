"""Solution: StopIteration is an end, all else a failure."""
from collections import deque


def first_of(items):
    """Give way, then return the first item, if there is one."""
    yield
    return next(iter(items))


def run(tasks):
    """Take {name: task}; return {name: error}.

    An error ends the task that raised it and nobody else.
    """
    failed = {}
    ready = deque(tasks.items())
    while ready:
        name, task = ready.popleft()
        try:
            next(task)
        except StopIteration:
            continue
        except Exception as error:
            failed[name] = error
            continue
        ready.append((name, task))
    return failed
