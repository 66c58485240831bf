import time

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.readiness.serve import serve
from ghetto_asyncio.readiness.small import Loop

files = ("readiness.small", "readiness.serve")
loop = "loop"
hangs = True
descriptors = ("wake.number",)
names = {"meet": "{client}"}
queues = {"ready": "ready", "waiting": "read"}
inline = ("Loop.__init__", "create_task", "run", "step")


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
