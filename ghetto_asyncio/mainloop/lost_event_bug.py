"""Of several events, this loop sees the last one only."""
from ghetto_asyncio.mainloop import on_poll


class Loop(on_poll.Loop):
    """Resumes one task per wait, however many are ready."""

    def run(self, patience=None):
        """Go on until nothing happens for so many ms."""
        while self.ready or self.wait(patience):
            self.step(self.ready.popleft())

    def wait(self, patience):
        """Wait for events; say whether there was any."""
        number = None
        for number, _events in self.poll.poll(patience):
            self.poll.unregister(number)
        if number is not None:
            self.ready.append(self.waiting.pop(number))
        return number is not None
