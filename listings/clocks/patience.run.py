from ghetto_asyncio.clocks.cancelled import Loop
from ghetto_asyncio.clocks.patience import Talk
from ghetto_asyncio.descriptors.listen import listen

files = ("clocks.patience", "clocks.cancelled")
loop = "loop"
queues = {"heap": "sleep"}
items = {"heap": lambda when, order, timer: f"({when:g}, {order}, {timer})"}
steps = {"on_data": "self", "on_room": "self", "on_silence": "self"}
names = {"on_data": "{self.sock}", "on_room": "{self.sock}", "on_silence": "{self.sock}"}


def ann(peer):
    peer.connect()
    yield 1
    peer.receive()
    yield 9
    peer.send(b"hello\n")
    yield 1
    peer.receive()
    yield 89


peers = {"Ann": ann}


def main():
    with listen(0) as listener:
        loop = Loop()
        client, _address = listener.accept()
        Talk(loop, client, "Ann", lambda talk: None, patience=30)
        loop.run_until_idle()
        loop.close()
