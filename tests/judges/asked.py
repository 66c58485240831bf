"""CPython's tests of timeouts, groups, locks and queues, put to ours: `python -m tests.judges.asked [PARTY]`.

It runs from the top of the repository, on any Python from 3.11 on, and needs nothing but that Python's `test` package.
It prints JSON, by party: how many tests of each module of CPython's were run and how many passed, what the others said,
and how many objects of each class of ours there were. All but the Runner's is on the clock that jumps.
"""
from __future__ import annotations

import asyncio
import gc
import importlib
import sys
import unittest
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from operator import attrgetter
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.support.judges.cpython import MADE, Result, asked_by, count, main, suites_in, theirs
from tests.support.judges.cpython import name as name_of

MODULES = ("timeouts", "taskgroups", "locks", "queues")
"""CPython's modules, which are asked whole."""
OURS = {
    "TaskGroup": "groups.taskgroup", "timeout": "limits.timeouts", "timeout_at": "limits.timeouts",
    "Event": "waiting.whole", "Lock": "waiting.whole", "Condition": "waiting.whole",
    "Semaphore": "waiting.whole", "BoundedSemaphore": "waiting.whole", "Queue": "waiting.whole",
}
"""Names of asyncio, and the modules that have ours."""
LOOP = "runner.loop"
"""The loop, whose futures and tasks are ours, too."""
LENT = {
    "TaskGroup": {"_tasks": "children"},
    "Event": {"_waiters": "waiting"},
    "Lock": {"_waiters": "waiting"},
    "Condition": {"_waiters": "waiting", "_lock": "lock"},
    "Semaphore": {"_waiters": "waiting", "_value": "value"},
    "Queue": {"_getters": "there.waiting", "_putters": "room.waiting", "_unfinished_tasks": "unfinished"},
}
"""Private names of asyncio's by which its tests look at what ours have, too."""


class Party(NamedTuple):
    """What is put in the place of asyncio's, what tasks wait with or the loop with its tasks; and who asks."""

    things: bool
    loop: bool
    modules: tuple[str, ...] = MODULES
    jumps: bool = True


PARTIES = {
    "theirs on our loop": Party(things=False, loop=True, modules=(*MODULES, "waitfor", "pep492")),
    "their Runner, with our loop": Party(things=False, loop=True, modules=("runners",), jumps=False),
    "ours on our loop": Party(things=True, loop=True),
    "ours on asyncio's loop": Party(things=True, loop=False),
}


def listing(name: str) -> Any:
    """Return a listing."""
    return importlib.import_module(f"ghetto_asyncio.{name}")


def lend() -> None:
    """Give ours the private names."""
    for name, lent in LENT.items():
        cls = getattr(listing(OURS[name]), name)
        for private, ours in lent.items():
            setattr(cls, private, lent_as(ours))


def lent_as(ours: str) -> property:
    """Return an attribute that is another one, by another name."""
    return property(attrgetter(ours), lambda self, value: setattr(self, ours, value))


@contextmanager
def in_place(party: Party, jump: ModuleType) -> Iterator[None]:
    """Put a party into the place of asyncio's."""
    loop = listing(LOOP).Loop
    new_loop = (jump.jumping(loop) if party.jumps else loop) if party.loop else jump.virtual.AsyncioLoop

    def set_up(case: Any) -> None:
        case._asyncioRunner = asyncio.Runner(loop_factory=new_loop)

    with ExitStack() as stack:
        stack.enter_context(patch("asyncio.new_event_loop", new_loop))
        stack.enter_context(patch("unittest.IsolatedAsyncioTestCase._setupAsyncioRunner", set_up))
        for name, module in OURS.items() if party.things else ():
            stack.enter_context(patch(f"asyncio.{name}", getattr(listing(module), name)))
        if party.things:  # its tests ask the module for it
            stack.enter_context(patch("asyncio.taskgroups.TaskGroup", asyncio.TaskGroup))
        yield


def judge(jump: ModuleType, *wanted: str) -> dict[str, Any]:
    """Put all questions to the parties that are wanted, or to all; return how each fared."""
    warnings.simplefilter("ignore")
    lend()
    counted = {getattr(listing(module), name) for name, module in OURS.items() if not name.startswith("timeout")}
    for cls in [*counted, listing("limits.timeouts").Timeout, listing("runner.task").Task]:
        count(cls)
    theirs("test_runners").BaseTest.new_loop = for_a_runner
    gc.freeze()
    return {name: fare(party, jump) for name, party in PARTIES.items() if name in wanted or not wanted}


def for_a_runner(case: Any) -> Any:
    """Return a loop that knows whether its generators have been closed."""
    loop: Any = asyncio.new_event_loop()
    loop.shutdown_ag_run = False

    async def shutdown_asyncgens() -> None:
        loop.shutdown_ag_run = True

    loop.shutdown_asyncgens = shutdown_asyncgens
    return loop


def fare(party: Party, jump: ModuleType) -> dict[str, Any]:
    """Put all questions to one party; return how it fared, but for tests that had nothing of it in hand."""
    MADE.clear()
    for name in MODULES:  # a class of tests may have kept what another party had there
        sys.modules.pop(f"test.test_asyncio.test_{name}", None)
    result, others = Result(), 0
    with in_place(party, jump):
        for suite in suites_in(party.modules):
            case: Any = suite
            for test in map(case, unittest.defaultTestLoader.getTestCaseNames(case)):
                before = things_made()
                test.run(result)
                if party.things and things_made() == before and name_of(test) not in result.bad:
                    result.tried[asked_by(test)] -= 1
                    result.passed[asked_by(test)] -= 1
                    others += 1
    return {
        "run": result.tried, "passed": result.passed, "bad": result.bad, "made": MADE.copy(), "others": others,
    }


def things_made() -> int:
    """Return how many timeouts, groups, locks and queues of ours there were."""
    return MADE.total() - MADE["Task"]


if __name__ == "__main__":
    main(judge, "ghetto_asyncio.clocks.jump", *sys.argv[1:])
