"""A cook writes for Ann, who takes three bytes a second."""
import asyncio


class Level:
    """Keeps what Ann has not taken, between a high mark and a low one."""

    high, low = 6, 2

    def __init__(self):
        self.loop = asyncio.get_running_loop()
        self.full, self.unsent, self.waiters = False, b"", []

    def write(self, data):
        """Send what Ann takes now; keep the rest, and never wait."""
        if not self.unsent:
            self.loop.call_later(1, self.on_room)
            data = data[3:]
        self.unsent += data
        if len(self.unsent) > self.high:
            self.pause_writing()

    def on_room(self):
        """Ann takes three bytes; down at the low mark, writing goes on."""
        self.unsent = self.unsent[3:]
        if self.full and len(self.unsent) <= self.low:
            self.resume_writing()
        if self.unsent:
            self.loop.call_later(1, self.on_room)

    def pause_writing(self):
        """Ask for a pause. Only drain() checks whether there is one."""
        self.full = True

    def resume_writing(self):
        """Let each drain() go on that has not been cancelled."""
        self.full, waiters, self.waiters = False, self.waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def drain(self):
        """Wait while writing is paused."""
        if self.full:
            self.waiters.append(self.loop.create_future())
            await self.waiters[-1]


async def cook(writer):
    """Write five dishes, and wait for room after each."""
    for dish in b"tea,", b"soup,", b"ham,", b"egg,", b"jam,":
        writer.write(dish)
        await writer.drain()
