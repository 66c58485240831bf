"""A scheduler of one's own: a deque of generators, a step each."""
from collections import deque


def count(name, number):
    for each in range(number):
        print(name, each)
        yield


def run(tasks):
    ready = deque(tasks)
    while ready:
        task = ready.popleft()
        try:
            next(task)
        except StopIteration:
            continue
        ready.append(task)


if __name__ == "__main__":
    run([count("Ann", 2), count("Bob", 1), count("Eve", 2)])
