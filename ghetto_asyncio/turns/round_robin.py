"""Round robin: a task that has given way goes to the back."""
from collections import deque

from ghetto_asyncio.turns.in_turns import talk
from ghetto_asyncio.turns.program import program
from ghetto_asyncio.turns.talk import Person


def run(tasks):
    """Give each task a turn, round after round, until all end."""
    ready = deque(tasks)
    while ready:
        task = ready.popleft()
        try:
            next(task)
        except StopIteration:
            continue
        ready.append(task)


if __name__ == "__main__":
    with program(__doc__):
        run([talk(Person(name)) for name in ("Ann", "Bob", "Eve")])
