from ghetto_asyncio.composition.talk import talk
from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.mainloop.simple import Loop
from ghetto_asyncio.readiness.serve import Person

files = ("mainloop.simple", "composition.talk")
names = {"talk": ("Ann",)}
queues = {"ready": "ready", "waiting": "read"}
items = {"ready": lambda task, error: task, "waiting": lambda task, event: task}


def ann(peer):
    peer.connect()
    yield 1
    peer.send(b"hello\n")
    yield 1
    peer.receive()
    peer.close()


peers = {"Ann": ann}


def main():
    with listen(0) as listener:
        client, _address = listener.accept()
    client.setblocking(False)
    loop = Loop()
    with client:
        loop.create_task(talk(Person(loop, client)))
        loop.run()
