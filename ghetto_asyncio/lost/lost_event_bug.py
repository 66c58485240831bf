"""One line of the small loop has moved out of its `for`."""
from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.readiness import small
from ghetto_asyncio.readiness.serve import serve


class Loop(small.Loop):
    """Runs tasks: generators that yield (socket, event) to wait."""

    def wake(self):
        """Wait for events; the tasks that waited for them are ready."""
        for number, _event in self.poll.poll():
            self.poll.unregister(number)
        self.ready.append(self.waiting.pop(number))


if __name__ == "__main__":
    loop = Loop()
    with listening(__doc__) as listener:
        loop.create_task(serve(loop, listener))
        loop.run()
