"""A connection, on which answers come in the order of the questions."""
import asyncio


class Connection:
    """Takes a second to open, and another one for each answer."""

    def __init__(self):
        self.sent = []
        self.answers = asyncio.Queue()

    @classmethod
    async def open(cls):
        """Return a new connection after a second."""
        await asyncio.sleep(1)
        return cls()

    async def ask(self, question):
        """Send a question, and return the next answer."""
        self.sends(question)
        return await self.answers.get()

    def sends(self, question):
        """A question goes out, and its answer comes in a second later."""
        self.sent.append(question)
        loop = asyncio.get_running_loop()
        loop.call_later(1, self.arrives, f"answer to {question}")

    def arrives(self, answer):
        """An answer comes in, and is kept until it is fetched."""
        self.answers.put_nowait(answer)

    def close(self):
        """Hang up. This takes no time, and no answer is waited for."""
        self.sent.append("bye")
"""Two ends of a connection: one for our program, and Ann's."""
import socket
import struct


def wire():
    """Return two connected sockets, with little room on the way."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ann = socket.create_connection(listener.getsockname())
        ours, _address = listener.accept()
    for sock, room in (ours, socket.SO_SNDBUF), (ann, socket.SO_RCVBUF):
        sock.setsockopt(socket.SOL_SOCKET, room, 4096)
        sock.setblocking(False)
    return ours, ann


def reset(sock):
    """End a connection as a crash does: with a reset."""
    linger = struct.pack("ii", 1, 0)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    sock.close()
