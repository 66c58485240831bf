from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.stopping.reader import evening

files = (
    "stopping.reader", "stopping.task", "tasks.task", "futures.future", "callbacks.ready_queue", "clocks.virtual",
)
loop = "loop"
clock = "selector.now"
queues = {"ready": "ready"}
inline = ("done", "select", "close")
names = {"hear": ("Ann",), "evening": ("main",)}


def eve(peer):
    peer.connect()
    yield 120
    peer.close()


peers = {"Eve": eve}


def main():
    with listen(0) as listener, closing(jumping(stopping.Loop)()) as loop:
        client, _address = listener.accept()
        client.setblocking(False)
        with client:
            loop.run_until_complete(evening(loop, client))
