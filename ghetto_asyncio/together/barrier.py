"""A barrier: nobody goes on before all have come."""
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park, wake


class Barrier:
    """Where `parties` tasks meet; it can be used again."""

    def __init__(self, parties, name="a barrier"):
        if parties < 1:
            raise ValueError("nobody is no party")
        self.parties, self.waiting = parties, Place(name)

    @property
    def n_waiting(self):
        """How many have come and wait."""
        return len(self.waiting)

    async def wait(self):
        """Wait for the others; return how many were there before."""
        before = self.n_waiting
        if before + 1 < self.parties:
            await park(self.waiting)
        else:
            await wake(self.waiting, before)
        return before
