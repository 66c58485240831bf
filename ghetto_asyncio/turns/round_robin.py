"""A round-robin scheduler: whoever gave way goes to the back."""
from collections import deque

from ghetto_asyncio.turns.pause import process


def run(processes):
    """Give each process a step in turn until all have ended."""
    ready = deque(processes)
    while ready:
        current = ready.popleft()
        try:
            next(current)
        except StopIteration:
            continue
        ready.append(current)


if __name__ == "__main__":
    run([process("A", 3), process("B", 1), process("C", 2)])
