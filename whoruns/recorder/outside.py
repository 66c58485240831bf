"""The other ends of a program's sockets that are neither in the program nor in the script of its world.

Such a one, a server in another process say, lives in real time. As long as the program has a connection with one, and
nothing else can happen, its wait is a real one: the clock goes by the time waited, and does not jump. So fast and
slow servers are recorded alike, and an answer that is too late for a timeout is so in the recording. Patience ends when
nothing has come for `PATIENCE` seconds; from there on the clock jumps, which the user is told.
"""
from __future__ import annotations

import socket
from collections.abc import Callable, Collection
from typing import Any
from weakref import WeakKeyDictionary

from whoruns.recorder.clocks import real_monotonic, real_sleep

PATIENCE = 5.0
"""Seconds of silence that are waited for."""
LOOKS = 0.001
"""Seconds from one look to the next."""
STDIN = "stdin"


class Outside:
    """Knows the connections that lead out of the program, and waits for data from there."""

    def __init__(self) -> None:
        self.silent = ""
        """The address from which nothing came, although there was patience."""
        self._patience = PATIENCE
        self._inside: set[Any] = set()
        self._others: WeakKeyDictionary[socket.socket, Any] = WeakKeyDictionary()

    def has(self, sock: socket.socket) -> None:
        """Take note of a socket that is in the program, or in the script: it has an address now."""
        self._inside.add(key(sock.getsockname(), sock))

    def meets(self, sock: socket.socket, address: Any) -> None:
        """Take note of the other end of a socket."""
        self._others[sock] = address

    def among(self, numbers: Collection[int]) -> str:
        """Return the outside address that one of these descriptors connects with, or nothing."""
        for sock, address in list(self._others.items()) if self._others else ():
            if sock.fileno() in numbers and address and key(address, sock) not in self._inside:
                return f"{address[0]}:{address[1]}" if isinstance(address, tuple) else str(address)
        return STDIN if 0 in numbers else ""

    def wait(self, whom: str, look: Callable[[], Any], seconds: float) -> tuple[Any, float]:
        """Wait for an address until `look` gives something true, at most so many seconds; return it, and how long."""
        begin, most = real_monotonic(), min(seconds, self._patience)
        while not (found := look()) and real_monotonic() - begin < most:
            real_sleep(LOOKS)
        waited = round(min(most, real_monotonic() - begin), 3) if found else most
        self._patience = PATIENCE if found else self._patience - waited
        if most < seconds and not found:
            self.silent = whom
        return found, waited

    @property
    def patient(self) -> bool:
        """Say whether it is worth waiting."""
        return self._patience > 0


def key(address: Any, sock: socket.socket) -> Any:
    """Return the key of an address among others on this machine."""
    return (sock.type, address[1]) if isinstance(address, tuple) else address
