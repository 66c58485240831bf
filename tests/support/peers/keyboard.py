"""Ctrl-C for a server that is a process of its own."""
from __future__ import annotations

import signal
import subprocess
import time
from typing import Any

from tests.support.peers.terminal import state


def rests(process: subprocess.Popen[Any], seconds: float = 30) -> None:
    """Wait until a server has slept for five moments in a row, or has ended."""
    end, asleep = time.monotonic() + seconds, 0
    while asleep < 5 and process.poll() is None:
        asleep = 0 if state(process.pid)[0] else asleep + 1
        if time.monotonic() > end:
            raise TimeoutError(f"the server has not come to rest in {seconds:g} seconds")
        time.sleep(0.01)


def interrupt(process: subprocess.Popen[Any], seconds: float = 30) -> None:
    """Press Ctrl-C once the server sleeps.

    Python's own handler only leaves a note, which is read between two instructions. A signal that arrives after the
    last instruction before a wait, and before the wait itself, ends no wait.
    """
    rests(process, seconds)
    process.send_signal(signal.SIGINT)
