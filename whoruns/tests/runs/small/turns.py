"""Generators take turns in a queue."""
from collections import deque


class Loop:
    """Lets those who are ready go on, one after the other."""

    def __init__(self, *tasks):
        self.ready = deque(tasks)

    def run(self):
        """Run until nobody is left."""
        while self.ready:
            task = self.ready.popleft()
            try:
                next(task)
            except StopIteration:
                continue
            self.ready.append(task)


def talk(name, times):
    """Say how often, and give way."""
    for number in range(times):
        say(name, number)
        yield


def say(name, number):
    """Print it. What the words are is known no longer than this lasts."""
    words = f"{name} {number}"
    print(words)


def ask(name):
    """Hand on what another one asks, and what comes back."""
    answer = yield from hear(name)
    print(answer)


def hear(name):
    """Ask for an answer."""
    answer = yield f"{name}?"
    return answer
