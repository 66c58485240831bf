"""An async def on our own loop, and two guests: where does each task wait?"""
from socket import create_server

from ghetto_asyncio.mainloop.coroutines import Loop


def ann(peer):
    peer.connect()
    yield 3
    peer.send(b"tea")
    yield 1
    peer.close()


def bob(peer):
    yield 1
    peer.connect()
    peer.send(b"cake")
    yield 1
    peer.close()


peers = {"Ann": ann, "Bob": bob}


async def talk(loop, sock):
    with sock:
        while order := await loop.sock_recv(sock, 100):
            print("an order:", order)


async def serve(loop, listener, guests):
    for _guest in range(guests):
        sock, _address = await loop.sock_accept(listener)
        sock.setblocking(False)
        loop.create_task(talk(loop, sock))


def main(listener):
    loop = Loop()
    loop.create_task(serve(loop, listener, guests=2))
    loop.run()


if __name__ == "__main__":
    with create_server(("127.0.0.1", 0)) as listener:
        main(listener)
