"""A round that also makes newer calls may never end."""
from ghetto_asyncio.callbacks import watching


class Loop(watching.Loop):
    """Makes all calls before it looks at the sockets again."""

    def run_once(self):
        """Wait for sockets, then make calls as long as there are any."""
        self.wait()
        while self.ready:
            self.ready.popleft().run()


def busy(loop, fuel):
    """Ask to be called again, until the fuel is used up."""
    print("busy", fuel)
    if fuel:
        loop.call_soon(busy, loop, fuel - 1)
