"""A server in a process of its own, as tests and its clients meet it."""
from __future__ import annotations

import contextlib
import socket
import subprocess
import time


class Server:
    """A server that was started."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def connect(self) -> socket.socket:
        """Return a connection that does not wait longer than a minute; raise TimeoutError if there is no server."""
        for _ in range(600):
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", self.port), timeout=60)
            time.sleep(0.05)
        raise TimeoutError("the server does not start")
