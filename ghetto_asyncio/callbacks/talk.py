"""The conversation, torn into callbacks."""
from ghetto_asyncio.descriptors.person import LIMIT


class Talk:
    """Talks with one client; attributes keep what a frame would keep."""

    def __init__(self, loop, sock, name, at_end):
        self.loop = loop
        self.sock = sock
        self.name = name
        self.at_end = at_end
        self.number = 0
        self.heard = b""
        self.unsent = b"0> "
        self.ended = False
        sock.setblocking(False)
        loop.add_writer(sock, self.on_room)
        print(name, "comes")

    def on_data(self):
        """Take what the client has said, and note when there is no more."""
        try:
            data = self.sock.recv(LIMIT)
        except BlockingIOError:
            return
        except OSError as error:
            return self.leave(f"is gone: {error}")
        self.heard += data
        self.ended = not data
        self.go_on()

    def on_room(self):
        """Send what there is room for; when all is sent, go on."""
        try:
            self.unsent = self.unsent[self.sock.send(self.unsent):]
        except BlockingIOError:
            return
        except OSError as error:
            return self.leave(f"is gone: {error}")
        if not self.unsent:
            self.loop.remove_writer(self.sock)
            self.go_on()

    def go_on(self):
        """Answer a line if one is here; else wait for one, or leave."""
        whole = b"\n" in self.heard or len(self.heard) >= LIMIT
        if whole or (self.ended and self.heard):
            end = self.heard.find(b"\n") + 1 or LIMIT
            line, self.heard = self.heard[:end], self.heard[end:]
            self.number += 1
            self.unsent = line + b"%d> " % self.number
            self.loop.remove_reader(self.sock)
            self.loop.add_writer(self.sock, self.on_room)
        elif self.ended:
            self.leave("leaves")
        else:
            self.loop.add_reader(self.sock, self.on_data)

    def leave(self, how):
        """End the talk, and say how it has ended."""
        self.close()
        print(self.name, how)
        self.at_end(self)

    def close(self):
        """Remove the callbacks, then close the socket."""
        self.loop.remove_reader(self.sock)
        self.loop.remove_writer(self.sock)
        self.sock.close()
