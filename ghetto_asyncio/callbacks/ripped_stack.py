"""A direct call knows its caller, a scheduled one does not."""
from traceback import extract_tb


def maybe_print(text):
    """Print a text; raise ValueError if it is empty."""
    if not text:
        raise ValueError("nothing to print")
    print(text)


def starting_point(loop=None):
    """Make a mistake: at once, or later if there is a loop."""
    if loop:
        loop.call_soon(maybe_print, "")
    else:
        maybe_print("")


def names(function, *args):
    """Call; name the functions in the traceback, if there is one."""
    try:
        function(*args)
    except ValueError as error:
        return [frame.name for frame in extract_tb(error.__traceback__)]
