"""Solution: what is owed decides which events we want."""

HIGH = 4096
LOW = 1024


class Echo:
    """Echoes to one client; stops reading when it owes more than HIGH bytes.

    It reads on when LOW or fewer are owed. At the end of data it sends
    what it owes, then closes. What it owes is kept in `unsent`.
    """

    def __init__(self, loop, sock):
        self.loop = loop
        self.sock = sock
        self.unsent = b""
        self.ended = False
        sock.setblocking(False)
        loop.add_reader(sock, self.on_data)

    def on_data(self):
        """Take what the client has sent: we owe it back."""
        try:
            data = self.sock.recv(1024)
        except BlockingIOError:
            return
        except OSError:
            return self.close()
        self.ended = not data
        self.unsent += data
        self.on_room()

    def on_room(self):
        """Send what there is room for, and look at the marks."""
        try:
            self.unsent = self.unsent[self.sock.send(self.unsent):]
        except BlockingIOError:
            pass
        except OSError:
            return self.close()
        if self.unsent:
            self.loop.add_writer(self.sock, self.on_room)
        elif self.ended:
            return self.close()
        else:
            self.loop.remove_writer(self.sock)
        if self.ended or len(self.unsent) > HIGH:
            self.loop.remove_reader(self.sock)
        elif len(self.unsent) <= LOW:
            self.loop.add_reader(self.sock, self.on_data)

    def close(self):
        """Remove the callbacks, then close the socket."""
        self.loop.remove_reader(self.sock)
        self.loop.remove_writer(self.sock)
        self.sock.close()
