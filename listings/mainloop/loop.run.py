from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.mainloop.loop import Loop
from ghetto_asyncio.readiness.serve import meet

files = ("mainloop.loop", "composition.talk")
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
    loop = Loop()
    with listen(0) as listener:
        for name in peers:
            client, _address = listener.accept()
            client.setblocking(False)
            loop.create_task(meet(loop, client, name))
    loop.run()
