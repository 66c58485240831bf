import socket

from ghetto_asyncio.callbacks.handshake import Server
from ghetto_asyncio.callbacks.reader import Loop

files = ("callbacks.handshake", "callbacks.echo", "callbacks.server", "callbacks.reader")
queues = {"ready": "ready"}
steps = {"accept": "", "read": "self", "write": "self"}
names = {"read": "{self.client}", "write": "{self.client}"}
levels = True
notes = {"read": lambda self, **_: f"state={self.state} heard={self.heard!r}"}


def ann(peer):
    yield 1
    peer.connect()
    yield 1
    peer.send(b"hel")
    yield 1
    peer.send(b"lo\nping")
    yield 1
    peer.receive()
    peer.close()


peers = {"Ann": ann}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        loop = Loop()
        Server(loop, listener, clients=1)
        loop.run_until_idle()
        loop.close()
