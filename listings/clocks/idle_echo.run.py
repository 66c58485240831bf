import socket
from contextlib import closing

from ghetto_asyncio.clocks.idle_echo import Loop, Server

files = (
    "clocks.idle_echo", "callbacks.echo", "callbacks.server", "clocks.cancelled", "clocks.loop",
    "callbacks.reader",
)
queues = {"ready": "ready", "heap": "sleep"}
steps = {"accept": "", "read": "self", "Echo.close": "self"}
names = {"read": "{self.client}", "close": "{self.client}"}


def ann(peer):
    yield 1
    peer.connect()
    yield 9
    peer.send(b"ping")
    yield 1
    peer.receive()
    yield 14
    peer.send(b"ping")
    yield 1
    peer.receive()


peers = {"Ann": ann}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener, closing(Loop()) as loop:
        Server(loop, listener, patience=30, clients=1)
        loop.run_until_idle()
