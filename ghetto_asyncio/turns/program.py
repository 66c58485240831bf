"""Each program of this book begins and ends like this."""
import sys
from argparse import ArgumentParser
from contextlib import contextmanager, suppress


@contextmanager
def ending():
    """End with no traceback on Ctrl-C, or if nobody reads the output.

    The exit status is 130 or 1, and 0 if nothing is wrong.
    """
    status = 0
    try:
        try:
            yield
        except KeyboardInterrupt:
            status = 130  # the status a shell reports for Ctrl-C
        print(end="", flush=True)
    except BrokenPipeError as error:
        status = f"nobody reads this: {error}"
        with suppress(BrokenPipeError):
            sys.stdout.close()
    sys.exit(status)


@contextmanager
def program(description):
    """Accept no arguments, and let `--help` say what the program does."""
    ArgumentParser(description=description).parse_args()
    with ending():
        yield
