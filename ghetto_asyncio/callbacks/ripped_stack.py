"""Two guests ask for toast, and one piece is burnt: whose order was it?"""
from traceback import extract_tb

from ghetto_asyncio.callbacks.breakfast import toast


def ann(ask):
    """Order three-minute toast."""
    ask(toast, "Ann", 3)


def bob(ask):
    """Order thirty-minute toast, by mistake."""
    ask(toast, "Bob", 30)


def now(function, *args):
    """Call a function directly, without a loop."""
    function(*args)


def stack(function, *args):
    """Call a function; if it fails, name the frames of its traceback."""
    try:
        function(*args)
    except ValueError as error:
        return [frame.name for frame in extract_tb(error.__traceback__)]
