"""The conversation in callbacks, with limited patience."""
from contextlib import closing, suppress
from math import inf

from ghetto_asyncio.callbacks import server, talk
from ghetto_asyncio.clocks.cancelled import Loop
from ghetto_asyncio.descriptors.listening import command_line, opened


class Talk(talk.Talk):
    """Talks with a client, who has to go after `patience` idle seconds."""

    def __init__(self, loop, sock, name, at_end, patience):
        super().__init__(loop, sock, name, at_end)
        self.patience = patience
        self.timer = loop.call_later(patience, self.on_silence)

    def on_data(self):
        """Take what the client has said."""
        self.renew_if_moved(super().on_data)

    def on_room(self):
        """Send what the client has room for."""
        self.renew_if_moved(super().on_room)

    def renew_if_moved(self, callback):
        """Call `callback`; if any bytes moved, set a new timer."""
        before = self.heard, self.unsent
        callback()
        moved = before != (self.heard, self.unsent)
        if moved and not self.timer.cancelled():
            self.timer.cancel()
            self.timer = self.loop.call_later(
                self.patience, self.on_silence)

    def on_silence(self):
        """Tell the client why, if there is room for it, and hang up."""
        why = f"idle for {self.patience} s"
        with suppress(OSError):
            self.sock.send(f"{why}, bye\n".encode())
        self.leave(f"is sent away: {why}")

    def close(self):
        """Cancel the timer, and close as before."""
        self.timer.cancel()
        super().close()


class Server(server.Server):
    """Hangs up on clients that are idle for `patience` seconds."""

    def __init__(self, loop, listener, patience, clients=inf):
        super().__init__(loop, listener, clients)
        self.patience = patience

    def meet(self, client, name):
        """Begin a talk with a client, and return the talk."""
        return Talk(self.loop, client, name, self.forget, self.patience)


if __name__ == "__main__":
    parser = command_line(__doc__)
    parser.add_argument("patience", type=float)
    with opened(parser) as chosen, closing(Loop()) as loop:
        if not 0 <= chosen.patience <= 86400:
            parser.error("patience: a day at most")
        with closing(Server(loop, chosen.listener, chosen.patience)):
            loop.run_until_idle()
