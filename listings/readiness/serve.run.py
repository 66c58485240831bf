from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.readiness.serve import serve
from ghetto_asyncio.readiness.small import Loop

files = ("composition.talk",)
names = {"talk": ("Ann", "Bob", "Eve")}
loop = "loop"


def ann(peer):
    yield 1
    peer.connect()
    yield 4
    peer.receive()
    peer.close()


def bob(peer):
    yield 2
    peer.connect()
    peer.send(b"hi\n")
    yield 2
    peer.receive()
    peer.close()


def eve(peer):
    yield 3
    peer.connect()
    yield 3
    peer.receive()
    peer.close()


peers = {"Ann": ann, "Bob": bob, "Eve": eve}


def main():
    loop = Loop()
    with listen(0) as listener:
        loop.create_task(serve(loop, listener, clients=3))
        loop.run()
