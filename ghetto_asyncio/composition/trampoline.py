"""Before `yield from`: the scheduler keeps the call stacks."""
from collections import deque

from ghetto_asyncio.composition.say import say


def process(name):
    """Say two things; each `yield` is a call, not a pause."""
    yield say(f"{name} begins")
    yield say(f"{name} ends")


def run(processes):
    """Run processes that yield the generators they call."""
    # a stack of generators, and what its top receives next
    ready = deque([([process], None, None) for process in processes])
    while ready:
        stack, value, error = ready.popleft()
        try:
            if error is None:
                called = stack[-1].send(value)
            else:
                called = stack[-1].throw(error)
        except StopIteration as stop:
            stack.pop()
            value, error = stop.value, None
        except Exception as problem:
            stack.pop()
            value, error = None, problem
        else:
            value = error = None
            if called is not None:
                stack.append(called)
        if stack:
            ready.append((stack, value, error))
        elif error is not None:
            raise error
