"""What turns a server of this book into a program."""
import argparse
import contextlib
import socket
import sys


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def error(self, message):
        """Print the line and end the program."""
        sys.exit(f"{self.prog}: {message}")


def port(text):
    """Give a port as a number; raise ValueError if there is none."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError(text)
    return number


@contextlib.contextmanager
def listening(name, arguments=None):
    """Give a socket that listens where the command line says.

    End the program when the arguments are bad or the port is taken,
    and when somebody presses Ctrl-C.
    """
    parser = Parser(prog=name)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=port, default=1234)
    chosen = parser.parse_args(arguments)
    where = f"{chosen.host} port {chosen.port}"
    try:
        listener = socket.create_server((chosen.host, chosen.port))
    except OSError as error:
        reason = error.strerror.partition(" (")[0]
        parser.error(f"cannot listen on {where}: {reason}")
    with listener:
        where = "{} port {}".format(*listener.getsockname())
        print(f"{name} listens on {where}, Ctrl-C stops it", flush=True)
        try:
            yield listener
        except KeyboardInterrupt:
            print(f"{name} stopped")
