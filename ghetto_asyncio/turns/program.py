"""Each program of this book begins and ends like this."""
import sys
from argparse import ArgumentParser
from contextlib import contextmanager, suppress


@contextmanager
def ending():
    """End at Ctrl-C, or if the output is no longer read, with no traceback.

    The exit status is 130 or 1, and 0 if nothing is wrong.
    """
    status = 0
    try:
        try:
            yield
        except KeyboardInterrupt:
            status = 130  # what a shell says of Ctrl-C
        print(end="", flush=True)
    except BrokenPipeError as error:
        status = f"nobody reads this: {error}"
        with suppress(BrokenPipeError):
            sys.stdout.close()
    sys.exit(status)


@contextmanager
def program(description):
    """Take no arguments, but say what this is if `--help` is asked for."""
    ArgumentParser(description=description).parse_args()
    with ending():
        yield
