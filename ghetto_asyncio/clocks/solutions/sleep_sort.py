"""Sorting by waiting: bigger numbers sleep longer."""
from contextlib import closing

from ghetto_asyncio.clocks.virtual import Loop


def sleep_sort(numbers):
    """Return the numbers, sorted as floats, in virtual time."""
    found = []
    with closing(Loop()) as loop:
        for number in numbers:
            loop.call_later(number, found.append, number)
        loop.run_until_idle()
    return found
