"""A cook writes for Ann, who takes three bytes a second."""
from ghetto_asyncio.service.writing import Writing
from ghetto_asyncio.tasks import virtual


class Slow:
    """Stands in for a socket; it takes three bytes at a time."""

    def send(self, data):
        """Take the first three bytes; return how many there were."""
        return len(data[:3])


class Loop(virtual.Loop):
    """A loop whose socket has room once a second."""

    def add_writer(self, sock, callback):
        """Call a second later, and again while something is left."""
        self.call_later(1, self.again, callback)

    def remove_writer(self, sock):
        """Do nothing: again() does not ask when nothing is left."""

    def again(self, callback):
        """Call, and ask for the next time."""
        callback()
        if callback.__self__.unsent:
            self.add_writer(None, callback)


class Level(Writing):
    """The half that writes, with low marks, and drain() above it."""

    high, low = 6, 2

    def __init__(self, loop):
        self.loop, self.sock, self.protocol = loop, Slow(), self
        self.unsent, self.waiters = bytearray(), []

    def on_room(self):
        """Note what is kept, for the figure, and send."""
        kept = bytes(self.unsent)
        super().on_room()
        return kept

    def pause_writing(self):
        """Do nothing: drain() looks at `full`."""

    def resume_writing(self):
        """Let each drain() go on that has not been cancelled."""
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()

    async def drain(self):
        """Wait for room, if there is none."""
        if self.full:
            self.waiters.append(self.loop.create_future())
            await self.waiters[-1]

    def all_sent(self):
        """Go on; there is no connection to end."""


async def cook(transport):
    """Write five dishes, and wait for room after each."""
    for dish in b"tea ", b"soup ", b"ham ", b"egg ", b"jam ":
        transport.write(dish)
        await transport.drain()
