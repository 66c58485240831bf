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


def script(says_at, says):
    def person(peer):
        peer.connect()
        yield says_at
        peer.send(says)
        yield 4 - says_at
        peer.receive()
        peer.close()
    return person


peers = {"Ann": script(2, b"hello\n"), "Bob": script(1, b"hi\n"), "Eve": script(3, b"bye\n")}


def main():
    loop = Loop()
    with listen(0) as listener:
        for _ in peers:
            client, _address = listener.accept()
            client.setblocking(False)
            loop.create_task(meet(loop, client))
    loop.run()
