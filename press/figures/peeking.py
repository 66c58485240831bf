"""Run a session and print, after each line, the contents of its sockets' buffers: ``peeking.py ROOT < session``.

It is a process of its own: only in a new one do descriptors have the numbers that a reader sees. Standard library only.
"""
from __future__ import annotations

import contextlib
import doctest
import io
import json
import sys
from socket import MSG_DONTWAIT, MSG_PEEK, socket
from typing import Any


def look(session: str) -> list[dict[str, Any]]:
    """Return the lines with which a buffer changed: the code, its output, and of each socket number and bytes."""
    names: dict[str, Any] = {}
    found: list[dict[str, Any]] = []
    before: dict[str, tuple[int, str]] = {}
    for example in doctest.DocTestParser().get_examples(session):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(example.source, "session", "single"), names)
        now = {
            name: (sock.fileno(), peek(sock))
            for name, sock in names.items() if isinstance(sock, socket) and sock.fileno() >= 0
        }
        if now.keys() == before.keys() and now != before:
            found.append({"code": example.source.strip(), "gave": printed.getvalue().strip(), "sockets": now})
        before = now
    return found


def peek(sock: socket) -> str:
    """Return the contents of a socket's buffer, and leave them there."""
    try:
        return repr(sock.recv(65536, MSG_PEEK | MSG_DONTWAIT))
    except BlockingIOError:
        return ""


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps(look(sys.stdin.read())))
