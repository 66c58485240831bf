import socket
import time

from ghetto_asyncio.descriptors.greeter import serve

files = ("descriptors.greeter",)
steps = {"greet": ""}


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


peers = {"ann": ann}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serve(listener)
        time.sleep(1)
