"""An `async def` runs on the callback loop: a callback resumes it."""
from types import coroutine


def step(loop, coro, sock=None):
    """Resume a coroutine, and again whenever its socket has data."""
    if sock:
        loop.remove_reader(sock)
    try:
        sock = coro.send(None)
    except StopIteration:
        return
    loop.add_reader(sock, step, loop, coro, sock)


@coroutine
def data_on(sock):
    """Wait until there is data to be read from a socket."""
    yield sock
