"""The conversation in callbacks, with limited patience."""
import sys
from contextlib import closing, suppress
from functools import partial

from ghetto_asyncio.callbacks import talk
from ghetto_asyncio.callbacks.server import Server
from ghetto_asyncio.clocks.cancelled import Loop
from ghetto_asyncio.descriptors.listen import listen


class Talk(talk.Talk):
    """One client, who has to leave after `patience` idle seconds."""

    def __init__(self, loop, sock, name, patience):
        super().__init__(loop, sock, name)
        self.patience = patience
        self.timer = loop.call_later(patience, self.on_silence)

    def on_data(self):
        """Take what the client has said."""
        self.renew_if_moved(super().on_data)

    def on_room(self):
        """Send what the client has room for."""
        self.renew_if_moved(super().on_room)

    def renew_if_moved(self, callback):
        """Call; if that got anything in or out, be patient anew."""
        before = self.heard, self.unsent
        callback()
        moved = before != (self.heard, self.unsent)
        if moved and not self.timer.cancelled():
            self.timer.cancel()
            self.timer = self.loop.call_later(
                self.patience, self.on_silence)

    def on_silence(self):
        """Say why, if the client can be told, and hang up."""
        why = f"nothing for {self.patience} seconds"
        with suppress(OSError):
            self.sock.send(f"{why}, good-bye\n".encode())
        self.leave(f"is sent away: {why}")

    def leave(self, how):
        """Whoever leaves takes the timer along."""
        self.timer.cancel()
        super().leave(how)


if __name__ == "__main__":
    talk_with = partial(Talk, patience=float(sys.argv[2]))
    with listen(int(sys.argv[1])) as listener, closing(Loop()) as loop:
        Server(loop, listener, talk_with).run()
