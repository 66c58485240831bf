"""Solution: who failed, and at which line."""
from traceback import extract_tb


def reported(name, task, failed):
    """Run a task; add (name, function, line) if it fails."""
    try:
        return (yield from task)
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        failed.append((name, place.name, place.line))


def average(numbers):
    """Give way, then return the mean; an empty list has none."""
    yield
    return sum(numbers) / len(numbers)


def careless(log):
    """Ask for two averages, and write them down."""
    for numbers in ([2, 4], []):
        log.append((yield from average(numbers)))
