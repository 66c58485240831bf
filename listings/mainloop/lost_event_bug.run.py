import socket
import time

from ghetto_asyncio.mainloop.echo_on_poll import server
from ghetto_asyncio.mainloop.lost_event_bug import Loop

files = ("mainloop.lost_event_bug", "mainloop.on_poll", "mainloop.echo_on_poll")
descriptors = ("number",)
names = {"echo": "{client}"}
queues = {"ready": "ready", "waiting": "read"}


def ann(peer):
    yield 1
    peer.connect()
    peer.send(b"hello")
    yield 2
    peer.receive()
    peer.close()


def other(peer):
    yield 1
    peer.connect()
    peer.send(b"hi")


peers = {"Ann": ann, "Bob": other, "Eve": other}


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        time.sleep(1)
        loop = Loop()
        loop.create_task(server(loop, listener))
        loop.run(patience=10_000)
        for task in loop.waiting.values():
            task.close()
