"""CPython's own tests, put to a loop: `python -m tests.support.judges.cpython_loop ghetto_asyncio.service.loop`.

It runs from the top of the repository, on any Python from 3.11 on, and needs nothing but that Python's `test` package.
Any function that makes a loop gets one of the class `Loop` of that module. It prints JSON: how many tests of each
module of CPython's were run, how many passed, what the others said, and how many loops of ours there were.
"""
from __future__ import annotations

import asyncio
import gc
import re
import sys
import threading
import unittest
import warnings
from collections import Counter
from types import ModuleType
from typing import Any

from tests.support.judges.cpython import Result, main, name, suites_in, theirs
from tests.support.judges.patience import ROUNDS, Hangs, leave_out

MODULES = ("locks", "queues", "streams", "taskgroups", "timeouts", "waitfor")
"""Modules that are asked whole: their tests take the loop that there is."""
MIXINS = {"test_sock_lowlevel": "BaseSockTestsMixin", "test_events": "EventLoopTestsMixin"}
"""The tests that CPython runs on each of its loops."""
NOT_CLAIMED = {
    "TLS": r"ssl|tls",
    "Unix sockets": r"unix",
    "UDP": r"datagram|sendto|recvfrom",
    "pipes and terminals": r"pipe|_pty",
    "options: where a connection comes from, two families behind one port, one port for two": (
        r"local_addr|dual_stack|reuse_port"
    ),
    "a debug mode, which refuses sockets that block": r"test_sock_client_ops",
    "sendfile() and the like, which fills a buffer of the caller's": r"recvinto|client_racing",
    "private names, and a mock in the place of asyncio's own sockets": (
        r"internal_fds|timeout_rounding|prompt_cancellation|multiple_hosts|trsock"
    ),
}
"""Features that the loop does not have, and the tests that are not put to it therefore."""
made = 0


def suites(loop: type) -> list[type]:
    """Return the suites, with a loop of this class in the place of asyncio's."""

    class Loop(loop, asyncio.AbstractEventLoop):  # type: ignore[misc]
        """Has a clock that jumps, and two private names, for which the tests' own helpers ask, and no library does."""

        _default_executor = property(lambda self: self.pool)
        rounds = 0

        def __init__(self) -> None:
            global made
            made += 1
            super().__init__()

        def run_once(self) -> None:
            """Go a round; where no thread can wake it, leave out the seconds until it would wake."""
            if threading.active_count() == 1:
                self.rounds += 1
                if self.rounds > 50 * ROUNDS:  # one test goes round for a fifth of a second of the wall's clock
                    raise Hangs(f"goes more than {50 * ROUNDS} rounds")
                if not self.signals and (seconds := self.how_long()) and not self.selector.select(0):
                    leave_out(seconds)
            super().run_once()

        _run_once = run_once

    class Policy(asyncio.DefaultEventLoopPolicy):
        _loop_factory = Loop

    asyncio.set_event_loop_policy(Policy())
    asyncio.new_event_loop = asyncio.SelectorEventLoop = Loop  # type: ignore[assignment]
    case = theirs("utils").TestCase
    mixed = [
        type(mixin, (getattr(theirs(module), mixin), case), {"create_event_loop": lambda self: Loop()})
        for module, mixin in MIXINS.items()
    ]
    return mixed + suites_in(MODULES)


def judge(module: ModuleType) -> dict[str, Any]:
    """Put all tests to the loop of a module; return how that went."""
    warnings.simplefilter("ignore")
    result = Result()
    asked = suites(module.Loop)
    gc.freeze()  # who collects after each test need not look through the modules
    spared: Counter[str] = Counter()
    for suite in asked:
        for test in map(suite, unittest.defaultTestLoader.getTestCaseNames(suite)):
            wanted = {what for what, tests in NOT_CLAIMED.items() if re.search(tests, name(test))}
            spared.update(wanted)
            if not wanted:
                test.run(result)
    return {"run": result.tried, "passed": result.passed, "bad": result.bad, "made": made, "spared": spared}


if __name__ == "__main__":
    main(judge, *sys.argv[1:])
