import time

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.lost.lost_event_bug import Loop
from ghetto_asyncio.readiness.serve import serve

files = ("lost.lost_event_bug", "readiness.serve")
loop = "loop"
hangs = True
descriptors = ("wake.number",)
names = {"meet": "{client}"}
queues = {"ready": "ready", "waiting": "read"}


def person(peer):
    yield 1
    peer.connect()


peers = {"Ann": person, "Bob": person}


def main():
    with listen(0) as listener:
        time.sleep(1)
        loop = Loop()
        loop.create_task(serve(loop, listener))
        try:
            loop.run()
        finally:
            loop.waiting.clear()
