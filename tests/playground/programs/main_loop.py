"""Our main loop, and persons who say something after a while."""
from selectors import EVENT_READ
from socket import create_server

from ghetto_asyncio.mainloop.simple import Loop


def hear(sock):
    with sock:
        yield sock, EVENT_READ
        print(sock.recv(100))


def says(seconds, data):
    def person(peer):
        peer.connect()
        yield seconds
        peer.send(data)
    return person


peers = {"Ann": says(2, b"hello\n"), "Bob": says(1, b"hi\n")}

with create_server(("127.0.0.1", 0)) as listener:
    loop = Loop()
    for _ in peers:
        client, _address = listener.accept()
        client.setblocking(False)
        loop.create_task(hear(client))
    loop.run()
