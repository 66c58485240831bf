"""The part of test_memory.py in a process in which everything is memory."""
from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from typing import Any

from whoruns.memory.sockets import numbers
from whoruns.recorder.world import Hang
from whoruns.tests.calls import outcomes


def main(programs: str) -> dict[str, Any]:
    """Return the results of random programs, and of beside()."""
    return {"programs": outcomes(range(int(programs))), "beside": beside()}


def beside() -> dict[str, Any]:
    """Return the results of acts that random programs cannot do."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        before = signal.signal(signal.SIGTERM, lambda number, frame: None)
        rings = signal.set_wakeup_fd(ours.fileno(), warn_on_full_buffer=False)
        os.kill(os.getpid(), signal.SIGTERM)
        heard = theirs.recv(10)[0]
        signal.set_wakeup_fd(rings)
        signal.signal(signal.SIGTERM, before)
        hang = complaint(lambda: ours.recv(1))
        full = complaint(lambda: ours.sendall(bytes(1_000_000)))
    refused = complaint(lambda: socket.create_connection(("localhost", 1)))
    unknown = complaint(lambda: socket.create_connection(("example.org", 80)))
    listener = socket.create_server(("::1", 0), family=socket.AF_INET6)
    with listener, socket.create_connection(("localhost", listener.getsockname()[1])) as six:
        peer = six.getpeername()[0]
    return {
        "hang": hang, "full": full, "refused": refused, "unknown": unknown, "heard": heard == signal.SIGTERM,
        "peer": peer, "open": len(numbers.files),
    }


def complaint(call: Callable[[], object]) -> str:
    """Return the error that a call raises."""
    try:
        call()
    except (OSError, Hang) as error:
        return f"{type(error).__name__}: {error}"
    return ""
