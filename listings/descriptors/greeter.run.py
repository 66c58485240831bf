import socket

from ghetto_asyncio.descriptors.greeter import serve

files = ("descriptors.greeter",)
steps = {"greet": "client"}
names = {"greet": "{client}"}


def ann(peer):
    yield 1
    peer.connect()
    yield 1
    peer.send(b"An")
    yield 1
    peer.send(b"n\n")
    yield 1
    peer.receive()
    peer.close()


peers = {"Ann": ann}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serve(listener)
