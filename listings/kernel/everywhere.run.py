from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.kernel.everywhere import breakfast
from ghetto_asyncio.kernel.kernel import Kernel

files = ("kernel.everywhere", "kernel.kernel")
loop = "kernel"
places = {"ready": "ready", "sleepers": "sleep", "sockets": "read"}
names = {"breakfast": ("Ann",), "hear": ("Bob",), "boil": ("tea",)}


def eve(peer):
    peer.connect()
    yield 5
    peer.send(b"hello\n")
    yield 6
    peer.close()


peers = {"Eve": eve}


def main():
    with listen(0) as listener:
        client, _address = listener.accept()
    client.setblocking(False)
    with client:
        Kernel().run(breakfast(client))
