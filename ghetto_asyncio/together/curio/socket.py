"""Python's module of this name, with sockets for tasks."""
import socket as python
from socket import *
from socket import __all__

from ghetto_asyncio.together.curio.io import Socket


def socket(*args, **named):
    """Make a socket."""
    return Socket(python.socket(*args, **named))


def fromfd(*args):
    """Make a socket for a descriptor."""
    return Socket(python.fromfd(*args))


def socketpair(*args):
    """Make two sockets that are connected."""
    return tuple(map(Socket, python.socketpair(*args)))


def asked(function):
    """Make a function to be awaited; it runs at once, and everybody waits."""
    async def ask(*args, **named):
        """Ask the system, and wait for it."""
        return function(*args, **named)

    return ask


getaddrinfo = asked(python.getaddrinfo)
getfqdn = asked(python.getfqdn)
gethostbyaddr = asked(python.gethostbyaddr)
gethostbyname = asked(python.gethostbyname)
gethostbyname_ex = asked(python.gethostbyname_ex)
gethostname = asked(python.gethostname)
getnameinfo = asked(python.getnameinfo)


async def create_connection(address, timeout=None, source_address=None):
    """Try the addresses that a name has, one after the other."""
    errors = []
    found = await getaddrinfo(*address, type=python.SOCK_STREAM)
    for family, kind, protocol, _name, where in found:
        sock = socket(family, kind, protocol)
        try:
            if source_address:
                sock.bind(source_address)
            await sock.connect(where)
            return sock
        except BaseException as error:
            await sock.close()
            if not isinstance(error, OSError):
                raise
            errors.append(error)
    raise errors[-1]
