"""A second process that sees how the first one ends, and says it if that one cannot: killed, crashed, or stuck."""
from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from whoruns.recorder import sandbox

GRACE = 5
"""Seconds that a program may take to stop when its time is over."""
LIMITED, UNLIMITED = b"<", b">"
"""The worker's messages: from now on the time of the program is limited; it is not."""


def supervised(work: Callable[[], int]) -> int:
    """Do some work in a process of its own, and return its status; 1 if it could not be finished, which is said."""
    if not hasattr(os, "fork"):
        return work()
    told, tells = os.pipe()
    worker = os.fork()
    if worker:
        os.close(tells)
        return supervise(worker, told)
    os.close(told)

    def tell(what: bytes) -> None:
        with suppress(OSError):  # the program has closed all files
            os.write(tells, what)

    sandbox.limits.append(lambda limited: tell(LIMITED if limited else UNLIMITED))
    return work()


def supervise(worker: int, told: int) -> int:
    """Wait until a process has ended; end it when it is stuck. Return its status, and print how it was ended."""
    def hand_on(number: int, _frame: FrameType | None) -> None:
        os.kill(worker, number)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal tells both
    for name in ("SIGTERM", "SIGUSR1"):
        signal.signal(getattr(signal, name), hand_on)
    last, stuck = UNLIMITED, False
    while True:
        if not select.select([told], [], [], sandbox.SECONDS + GRACE if last == LIMITED else None)[0]:
            stuck = True
            os.kill(worker, signal.SIGKILL)
        if not (news := os.read(told, 1024)):
            break
        last = news[-1:]
    _worker, status = os.waitpid(worker, 0)
    code = os.waitstatus_to_exitcode(status)
    if stuck:
        print(STUCK.format(sandbox.SECONDS), file=sys.stderr)
    elif code < 0:
        name = signal.Signals(-code).name
        print(f"The process of the program has ended by {name}: nothing is recorded.", file=sys.stderr)
    return code if code >= 0 else 1


STUCK = """\
It has run for {} s, and could not be stopped: it takes no notice of SIGALRM, or is in a call that is not in Python.
Nothing is recorded."""
