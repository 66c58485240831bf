import socket

from ghetto_asyncio.descriptors.one_at_a_time import serve

files = ("descriptors.one_at_a_time",)
steps = {"echo": "client"}
names = {"echo": "{client}"}


def ann(peer):
    yield 1
    peer.connect()
    yield 2
    peer.send(b"hello")
    yield 1
    peer.receive()
    yield 1
    peer.close()


def bob(peer):
    yield 2
    peer.connect()
    peer.send(b"hi")
    yield 4
    peer.receive()
    peer.close()


peers = {"Ann": ann, "Bob": bob}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serve(listener, clients=2)
