from ghetto_asyncio.cancellation.cancel import Kernel
from ghetto_asyncio.cancellation.reader import evening
from ghetto_asyncio.descriptors.listen import listen

files = ("cancellation.reader", "cancellation.cancel", "kernel.kernel")
loop = "kernel"
places = {"ready": "ready", "sleepers": "sleep", "sockets": "read"}
names = {"hear": ("Ann",), "evening": ("main",), "cancel": "{self.name}.cancel"}
descriptors = ("Task.number",)


def eve(peer):
    peer.connect()
    yield 90
    peer.close()


peers = {"Eve": eve}


def main():
    with listen(0) as listener:
        client, _address = listener.accept()
    client.setblocking(False)
    with client:
        program = evening(client)
        program.__name__ = "main"
        Kernel().run(program)
