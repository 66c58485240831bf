from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.mainloop.coroutines import Loop
from ghetto_asyncio.mainloop.serve import Person, talk

files = ("mainloop.serve",)
loop = "loop"
names = {"talk": "{person.sock}"}
inline = ("ask", "tell", "__init__")


def _script(says_at, says):
    def person(peer):
        peer.connect()
        yield says_at
        peer.send(says)
        yield 4 - says_at
        peer.receive()
        peer.close()
    return person


peers = {"Ann": _script(2, b"hello\n"), "Bob": _script(1, b"hi\n"), "Eve": _script(3, b"bye\n")}


def main():
    with listen(0) as listener:
        clients = [listener.accept()[0] for _ in range(3)]
    loop = Loop()
    for client in clients:
        client.setblocking(False)
        loop.create_task(talk(Person(loop, client)))
    loop.run()
    for client in clients:
        client.close()
