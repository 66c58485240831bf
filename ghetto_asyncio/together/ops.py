"""Calls for a quick kernel: each asks it by itself, and tries first."""
from selectors import EVENT_READ, EVENT_WRITE
from types import coroutine

from ghetto_asyncio.kernel.ops import sock_accept

__all__ = ["sleep", "sock_accept", "sock_recv", "sock_sendall", "spawn"]


@coroutine
def spawn(coro, name=None):
    """Have a coroutine run as a task of its own; return the task."""
    return (yield "spawn", coro, name)


@coroutine
def sleep(seconds):
    """Go on after this number of seconds, not earlier."""
    yield "sleep", seconds


@coroutine
def sock_recv(sock, limit):
    """Wait for data; return at most `limit` bytes, b"" at the end."""
    while True:
        yield "wait_for", sock, EVENT_READ
        try:
            data = sock.recv(limit)
        except BlockingIOError:
            continue
        if not data:
            yield "unwatch", sock
        return data


@coroutine
def sock_sendall(sock, data):
    """Send all data; wait for room if it cannot be sent at once."""
    try:
        sent = sock.send(data)
    except BlockingIOError:
        sent = 0
    if sent < len(data) or type(data) is not bytes:
        rest = memoryview(data).cast("B")[sent:]
        while rest:
            yield "wait_for", sock, EVENT_WRITE
            try:
                rest = rest[sock.send(rest):]
            except BlockingIOError:
                continue
