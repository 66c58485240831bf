"""A door that is shut for a while."""
from __future__ import annotations

import os
import socket
from typing import Any


class Full:
    """A listening socket that refuses three times, with the error of a number, before it lets anybody in."""

    left = 3

    def __init__(self, listener: socket.socket, number: int) -> None:
        self.fileno, self.setblocking = listener.fileno, listener.setblocking
        self.listener, self.number = listener, number

    def accept(self) -> Any:
        """Refuse, or accept."""
        if self.left:
            self.left -= 1
            raise OSError(self.number, os.strerror(self.number))
        return self.listener.accept()
