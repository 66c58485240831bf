from types import coroutine

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.mainloop.loop import Loop
from ghetto_asyncio.mainloop.serve import talk
from ghetto_asyncio.readiness import serve

files = ("mainloop.serve",)
names = {"talk": "{person.sock}"}


class Person(serve.Person):
    """Can be awaited; its lines are not followed."""

    ask = coroutine(serve.Person.ask)
    tell = coroutine(serve.Person.tell)


def meet(loop, client):
    with client:
        yield from talk(Person(loop, client)).__await__()


def welcome(loop, listener):
    listener.setblocking(False)
    for _ in peers:
        client, _address = yield from loop.sock_accept(listener)
        loop.create_task(meet(loop, client))


def script(comes, says):
    def person(peer):
        yield comes
        peer.connect()
        yield 1
        peer.receive()
        yield 3
        peer.send(says)
        yield 1
        peer.receive()
        peer.close()
    return person


peers = {"Ann": script(1, b"hello\n"), "Bob": script(2, b"hi\n"), "Eve": script(3, b"bye\n")}


def main():
    with listen(0) as listener:
        loop = Loop()
        loop.create_task(welcome(loop, listener))
        loop.run()
