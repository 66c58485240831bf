from contextlib import closing

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.stopping.reader import evening

files = ("stopping.reader", "stopping.task", "tasks.task", "futures.future", "clocks.virtual")
loop = "loop"
inline = ("done", "select", "__init__")
clock = "selector.now"
names = {"hear": ("Ann",), "evening": ("main",)}


def eve(peer):
    peer.connect()
    yield 120
    peer.close()


peers = {"Eve": eve}


def main():
    with listen(0) as listener:
        client, _address = listener.accept()
        client.setblocking(False)
    with client, closing(jumping(stopping.Loop)()) as loop:
        loop.run_until_complete(evening(loop, client))
