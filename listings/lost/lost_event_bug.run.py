import time

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.lost.lost_event_bug import Loop
from ghetto_asyncio.readiness.serve import serve

files = ("lost.lost_event_bug", "readiness.serve")
loop = "Loop"
hangs = True
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


def main():
    with listen(0) as listener:
        time.sleep(1)
        loop = Loop()
        loop.create_task(serve(loop, listener))
        loop.run()
