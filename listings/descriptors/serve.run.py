from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.descriptors.serve import serve

files = ("descriptors.serve", "descriptors.person")
steps = {"meet": "client"}
names = {"meet": "{client}"}


def ann(peer):
    yield 1
    peer.connect()
    yield 4
    peer.receive()
    peer.close()


def bob(peer):
    yield 2
    peer.connect()
    yield 1
    peer.send(b"at last!\n")
    yield 3
    peer.receive()
    peer.close()


peers = {"Ann": ann, "Bob": bob}


def main():
    with listen(0) as listener:
        serve(listener, clients=2)
