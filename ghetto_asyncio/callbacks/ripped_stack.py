"""Two guests ask for toast, and one piece is burnt: whose wish was it?"""
from traceback import extract_tb

from ghetto_asyncio.callbacks.breakfast import toast


def ann(ask):
    """Order toast of three minutes."""
    ask(toast, "Ann", 3)


def bob(ask):
    """Order toast of thirty minutes, by mistake."""
    ask(toast, "Bob", 30)


def now(function, *args):
    """Call at once."""
    function(*args)


def stack(function, *args):
    """Call; if it fails, return the names in the traceback."""
    try:
        function(*args)
    except ValueError as error:
        return [frame.name for frame in extract_tb(error.__traceback__)]
