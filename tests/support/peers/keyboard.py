"""Ctrl-C for a server that is a process of its own."""
from __future__ import annotations

import signal
import subprocess
import time
from typing import Any

from tests.support.peers.terminal import state

ASLEEP = 5
"""Moments in a row that a server sleeps once it has nothing to do."""
MOMENT = 0.01


def interrupt(process: subprocess.Popen[Any], seconds: float = 30) -> None:
    """Press Ctrl-C once the server sleeps.

    Python's own handler only leaves a note, which is read between two instructions. A signal that arrives after the
    last instruction before a wait, and before the wait itself, ends no wait: the note is read when something else
    happens, and in a test nothing else does.
    """
    end, asleep = time.monotonic() + seconds, 0
    while asleep < ASLEEP and process.poll() is None:
        asleep = 0 if state(process.pid)[0] else asleep + 1
        if time.monotonic() > end:
            raise TimeoutError(f"the server has not come to rest in {seconds:g} seconds")
        time.sleep(MOMENT)
    process.send_signal(signal.SIGINT)
