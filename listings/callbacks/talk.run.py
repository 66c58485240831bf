from ghetto_asyncio.callbacks.talk import Talk
from ghetto_asyncio.callbacks.watching import Loop
from ghetto_asyncio.descriptors.listen import listen

files = ("callbacks.talk",)
loop = "loop"
steps = {"on_data": "self", "on_room": "self"}
names = {"on_data": "{self.sock}", "on_room": "{self.sock}"}
notes = {
    "on_data": lambda self, **_: f"number={self.number} heard={self.heard!r}",
    "on_room": lambda self, **_: f"unsent={self.unsent!r}",
}


def ann(peer):
    yield 1
    peer.connect()
    yield 1
    peer.send(b"hel")
    yield 1
    peer.send(b"lo\nbye\n")
    yield 1
    peer.receive()
    peer.close()


peers = {"Ann": ann}


def main():
    with listen(0) as listener:
        loop = Loop()
        client, _address = listener.accept()
        Talk(loop, client, "Ann", at_end=lambda talk: None)
        loop.run_until_idle()
        loop.close()
