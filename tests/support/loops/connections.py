"""Three connections in a random script, and their fates: closed without a word, copied, used again."""
from __future__ import annotations

import socket
from contextlib import ExitStack
from random import Random
from selectors import EVENT_WRITE


class Connections:
    """Pairs of sockets that do not wait; a loop should know all that a script does with ours."""

    def __init__(self, seed: int, stack: ExitStack) -> None:
        self.random, self.stack = Random(seed), stack
        self.pairs = [self.pair() for _ in range(3)]
        self.wrong: list[str] = []

    def pair(self) -> list[socket.socket]:
        """Return two ends."""
        ends = [self.stack.enter_context(end) for end in socket.socketpair()]
        for end in ends:
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        return ends

    def befall(self, kind: str, place: int) -> None:
        """Let something happen to a connection: say, hear, shut, move, close, copy or again; it may raise OSError."""
        ours, theirs = self.pairs[place]
        match kind:
            case "say":
                theirs.send(b"x")
            case "hear":
                while theirs.recv(4096):
                    pass
            case "shut":
                theirs.shutdown(socket.SHUT_WR)
            case "move":  # one more number for the same socket, and the old one stays open
                self.pairs[place] = [self.stack.enter_context(ours.dup()), theirs]
            case _:
                if kind == "copy":  # epoll goes on reporting the number
                    self.stack.enter_context(ours.dup())
                ours.close()
                if kind == "again":
                    self.pairs[place] = self.pair()


def used_up(sock: socket.socket, event: int) -> bool:
    """Take all that is there, or fill the room; say whether that is the end, and it is always ready from now on."""
    try:
        while event == EVENT_WRITE:
            sock.send(bytes(4096))
        while sock.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True
