import select
import time
from contextlib import suppress

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.lost.lost_event_bug import Loop
from ghetto_asyncio.readiness.serve import serve

files = ("lost.lost_event_bug", "readiness.serve")
loop = "Loop"
descriptors = ("wake.number",)
names = {"meet": "{client}"}
queues = {"ready": "ready", "waiting": "read"}


def ann(peer):
    yield 1
    peer.connect()
    yield 2
    peer.receive()
    peer.close()


def bob(peer):
    yield 1
    peer.connect()


def eve(peer):
    yield 4
    peer.connect()


peers = {"Ann": ann, "Bob": bob, "Eve": eve}


class Patient:
    """A poll object; after so many seconds without an event it gives up."""

    def __init__(self, seconds):
        self.poll_object = select.poll()
        self.register, self.unregister = self.poll_object.register, self.poll_object.unregister
        self.seconds = seconds

    def poll(self):
        events = self.poll_object.poll(self.seconds * 1000)
        if not events:
            raise TimeoutError
        return events


def main():
    with listen(0) as listener:
        time.sleep(1)
        loop = Loop()
        loop.poll = Patient(10)
        loop.create_task(serve(loop, listener))
        with suppress(TimeoutError):
            loop.run()
        for task in loop.waiting.values():
            task.close()
