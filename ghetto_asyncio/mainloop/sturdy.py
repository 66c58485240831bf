"""The eight lines on the loop that rests: a server to rely on."""
from functools import partial
from types import coroutine

from ghetto_asyncio.mainloop import coroutines, rest


class Loop(coroutines.Loop, rest.Loop):
    """Runs tasks that await, and forgets none of them."""

    sock_accept = coroutine(rest.Loop.sock_accept)


if __name__ == "__main__":
    from ghetto_asyncio.mainloop.serve import serve
    from ghetto_asyncio.mainloop.start import on_ours, start

    start(serve, partial(on_ours, new_loop=Loop))
