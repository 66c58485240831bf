"""Two persons that write at times of their own."""
from small.served import Loop, accept

files = ("served",)
queues = {"ready": "ready", "waiting": "read"}
names = {"serve": "{sock}"}


def _script(after, *said):
    def person(peer):
        peer.connect()
        for text in said:
            yield after
            peer.send(text)
            yield 0.5
            peer.receive()
        peer.close()
    return person


peers = {"Ann": _script(2, b"hello\n", b"you\n"), "Bob": _script(1, b"hi\n")}


def main():
    accept(Loop(), 2)
