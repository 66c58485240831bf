"""A reader and a writer on one socket: one is lost."""
from select import POLLIN, POLLOUT

from ghetto_asyncio.mainloop.on_poll import Loop


def waiter(name, sock, event, log):
    """Wait for an event; write down the beginning and the end."""
    log.append(f"{name} waits")
    yield sock, event
    log.append(f"{name} ends")


def run(sock):
    """Run both on one socket; return what they wrote."""
    log = []
    loop = Loop()
    loop.create_task(waiter("reader", sock, POLLIN, log))
    loop.create_task(waiter("writer", sock, POLLOUT, log))
    loop.run()
    return log
