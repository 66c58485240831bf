"""The output of a terminal in a conversation that is played, and whether there will be more."""
from __future__ import annotations

import os
import re
import socket
from contextlib import suppress
from pathlib import Path

from press.conversation.script import SILENCE, Line

SLOW = re.compile(rb"Executing <.*> took [\d.]+ seconds\n")
"""Output of asyncio on a busy machine."""


class Terminal:
    """A terminal: the output that has come and was not yet asked for."""

    def __init__(self, source: socket.socket | int) -> None:
        self.source = source
        self.heard = b""
        self.ended = False

    def __str__(self) -> str:
        return repr(self.heard.decode(errors="replace")) if self.heard else "nothing"

    def hear(self) -> bool:
        """Take the output that is there; return whether there will be more."""
        data = b""
        with suppress(ConnectionError):
            data = os.read(self.source, 65536) if isinstance(self.source, int) else self.source.recv(65536)
        self.heard = SLOW.sub(b"", self.heard + data)
        self.ended = not data
        return not self.ended

    def has(self, line: Line, text: str) -> bool | None:
        """Take the text off the output; None if it can still come, False if something else has come."""
        wanted = (text if line.prompt else f"{text}\n").encode()
        if SILENCE in text:
            end = self.heard.find(b"\n") + 1
            if not end:
                return None
            if not like(text, self.heard[: end - 1].decode(errors="replace")):
                return False
            wanted = self.heard[:end]
        if self.heard.startswith(wanted):
            self.heard = self.heard[len(wanted) :]
            return True
        return None if wanted.startswith(self.heard) else False


def like(pattern: str, text: str) -> bool:
    """Is it the same, apart from blanks and the text for '…'?"""
    parts = (re.escape(" ".join(part.split(" "))) for part in re.sub(" +", " ", pattern).split(SILENCE))
    return re.fullmatch(".*".join(parts), re.sub(" +", " ", text)) is not None


def state(pid: int) -> tuple[bool, int]:
    """Return whether a process is awake, and how many ticks of the processor it has had; unknown, it sleeps."""
    states, ticks = [], 0
    for path in Path(f"/proc/{pid}/task").glob("*/stat"):
        with suppress(OSError):  # a thread has ended
            fields = path.read_text().rpartition(")")[2].split()
            states.append(fields[0])
            ticks += int(fields[11]) + int(fields[12])
    return any(each not in "ST" for each in states), ticks
