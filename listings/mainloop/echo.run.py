import socket

from ghetto_asyncio.mainloop.echo import server
from ghetto_asyncio.mainloop.loop import Loop

files = ("mainloop.loop", "mainloop.ops", "mainloop.echo")
names = {"echo": "{client}"}
queues = {"ready": "ready", "waiting": "read"}


def ann(peer):
    yield 1
    peer.connect()
    yield 1
    peer.send(b"ping")
    yield 1
    peer.receive()
    peer.close()


peers = {"Ann": ann}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        loop = Loop()
        loop.create_task(server(loop, listener, clients=1))
        loop.run()
