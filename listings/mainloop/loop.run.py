from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.mainloop.loop import Loop
from ghetto_asyncio.readiness.serve import serve

files = ("mainloop.loop", "mainloop.ops", "readiness.serve")
names = {"meet": "{client}"}
queues = {"ready": "ready", "waiting": "read"}
items = {"ready": lambda task, error: task, "waiting": lambda task, event: task}


def ann(peer):
    yield 1
    peer.connect()
    yield 1
    peer.send(b"hello\n")
    yield 1
    peer.receive()
    peer.close()


peers = {"Ann": ann}


def main():
    with listen(0) as listener:
        loop = Loop()
        loop.create_task(serve(loop, listener, clients=1))
        loop.run()
