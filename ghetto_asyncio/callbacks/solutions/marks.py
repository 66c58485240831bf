"""Solution: what is owed decides which events we want."""
from ghetto_asyncio.callbacks import echo

HIGH = 4096
LOW = 1024


class Echo(echo.Echo):
    """One client; with more than HIGH bytes owed, read no more.

    Read on when LOW or fewer are left. At the end, send what is
    owed before closing. Keep what is owed in `unsent`.
    """

    ended = False

    def read(self):
        """Take what has come, and owe it."""
        try:
            data = self.client.recv(1024)
        except BlockingIOError:
            return
        except ConnectionError:
            return self.close()
        self.ended = not data
        self.unsent += data
        self.write()

    def write(self):
        """Send what there is room for, and look at the marks."""
        try:
            self.unsent = self.unsent[self.client.send(self.unsent):]
        except BlockingIOError:
            pass
        except ConnectionError:
            return self.close()
        if self.unsent:
            self.loop.add_writer(self.client, self.write)
        elif self.ended:
            return self.close()
        else:
            self.loop.remove_writer(self.client)
        if self.ended or len(self.unsent) > HIGH:
            self.loop.remove_reader(self.client)
        elif len(self.unsent) <= LOW:
            self.loop.add_reader(self.client, self.read)
