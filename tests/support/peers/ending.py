"""A server that ends at a signal, in a process of its own; it says "0> " to each client."""
from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from press.catalogue import ROOT
from tests.support.peers import started
from tests.support.peers.cable import hears
from tests.support.peers.keyboard import rests
from tests.support.peers.play import free_port

PYTHON = (sys.executable, "-u", "-X", "dev", "-W", "error")
MISTAKEN = """
import runpy
from ghetto_asyncio.mainloop import serve
plain = serve.Person.tell
async def tell(self, text):
    return await plain(self, text.upper() if text != "fall\\n" else 1)
serve.Person.tell = tell
runpy.run_module("{module}", run_name="__main__")
"""
"""A program with a mistake: the server falls over a person that says "fall"."""


class Server(started.Server):
    """The server."""

    def connect(self) -> socket.socket:
        """Return a connection that has heard the first prompt."""
        person = super().connect()
        hears(person, b"0> ")
        return person

    def rests(self) -> None:
        """Wait until it sleeps."""
        rests(self.process)

    def send(self, *numbers: int) -> None:
        """Send signals, and wait each time until it sleeps again."""
        for number in numbers:
            self.process.send_signal(number)
            self.rests()

    def ends(self) -> tuple[int, list[str], str]:
        """Return its status, its lines, and its errors."""
        out, errors = self.process.communicate(timeout=60)
        return self.process.returncode, out.splitlines(), errors


@contextmanager
def running(module: str, *options: str, program: str = "") -> Iterator[Server]:
    """Start the server of a module, or a program around it; it has to end by itself."""
    port = free_port()
    how = ("-c", program.format(module=module)) if program else ("-m", module)
    command = [*PYTHON, *how, str(port), *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Server(process, port)
        finally:
            process.kill()
