"""A server begins by listening on the port that it is given."""
from argparse import ArgumentParser
from contextlib import contextmanager

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.turns.program import ending


def command_line(description):
    """Return a parser that expects a port."""
    parser = ArgumentParser(description=description)
    parser.add_argument("port", type=int)
    return parser


@contextmanager
def opened(parser):
    """Read the command line, and listen on its port until Ctrl-C.

    Yield the options, `listener` among them, or say why it can't listen.
    """
    chosen = parser.parse_args()
    with ending():
        try:
            chosen.listener = listen(chosen.port)
        except (OSError, OverflowError) as error:
            parser.error(f"port {chosen.port}: {error}")
        with chosen.listener:
            yield chosen


@contextmanager
def listening(description):
    """Listen on the port that the command line names, until Ctrl-C."""
    with opened(command_line(description)) as chosen:
        yield chosen.listener
