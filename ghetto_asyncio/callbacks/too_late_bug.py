"""A `try` and a `with` that are over before the callback runs."""


def guarded(loop):
    """Try to catch the error of a callback."""
    try:
        loop.call_soon(int, "seven")
    except ValueError:
        print("caught")


def opened(loop, path):
    """Open a file for a callback, and close it."""
    with open(path) as file:
        loop.call_soon(show, file)


def show(file):
    """Print what is in the file."""
    print(file.read())
