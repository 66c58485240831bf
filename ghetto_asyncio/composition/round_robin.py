"""The scheduler answers what its tasks hand out."""
from collections import deque

from ghetto_asyncio.composition.person import Person
from ghetto_asyncio.composition.talk import talk
from ghetto_asyncio.turns.program import program


def run(tasks, answer):
    """Resume each task with the answer to what it has handed out."""
    ready = deque((task, None) for task in tasks)
    while ready:
        task, value = ready.popleft()
        try:
            request = task.send(value)
        except StopIteration:
            continue
        ready.append((task, answer(request) if request else None))


def keyboard(prompt):
    """Return the line that is typed, or "" when there is no more."""
    try:
        return input(prompt) + "\n"
    except EOFError:
        return ""


if __name__ == "__main__":
    with program(__doc__):
        run([talk(Person(name)) for name in ("Ann", "Bob", "Eve")], keyboard)
