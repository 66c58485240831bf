"""CPython's tests of timeouts, groups, locks and queues, put to ours: `python -m tests.judges.asked [PARTY]`.

It runs from the top of the repository, on any Python from 3.11 on, and needs nothing but that Python's `test` package.
It prints JSON, by party: how many tests of each module of CPython's were run and how many passed, what the others said,
and how many objects of each class of ours there were. All of it is on the clock that jumps.
"""
from __future__ import annotations

import asyncio
import gc
import importlib
import sys
import unittest
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from operator import attrgetter
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.support.judges.cpython import MADE, Result, count, main, suites_in

MODULES = ("timeouts", "taskgroups", "locks", "queues")
"""CPython's modules, which are asked whole."""
OF_THE_LOOP = ("waitfor", "pep492")
"""Those that are asked besides of a loop and its tasks."""
OURS = {
    "TaskGroup": "groups.taskgroup", "timeout": "limits.timeouts", "timeout_at": "limits.timeouts",
    **dict.fromkeys(("Event", "Lock", "Condition", "Semaphore", "BoundedSemaphore", "Queue"), "waiting.whole"),
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
    """What is put in the place of asyncio's: the things that tasks wait with, the loop with its tasks, or both."""

    things: bool
    loop: bool


PARTIES = {
    "theirs on our loop": Party(things=False, loop=True),
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
            setattr(cls, private, property(attrgetter(ours), partial(put, ours)))


def put(ours: str, thing: Any, value: Any) -> None:
    """Set what ours have under a name that was lent."""
    setattr(thing, ours, value)


@contextmanager
def in_place(party: Party, jump: ModuleType) -> Iterator[None]:
    """Put a party into the place of asyncio's."""
    new_loop = jump.jumping(listing(LOOP).Loop) if party.loop else jump.virtual.AsyncioLoop

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
    gc.freeze()
    return {name: fare(party, jump) for name, party in PARTIES.items() if name in wanted or not wanted}


def fare(party: Party, jump: ModuleType) -> dict[str, Any]:
    """Put all questions to one party; return how it fared."""
    MADE.clear()
    result = Result()
    with in_place(party, jump):
        for suite in suites_in(MODULES + OF_THE_LOOP * party.loop):
            case: Any = suite
            mine = getattr(case, "q_class", None) is asyncio.queues.Queue  # it has been looked up already
            with patch.object(case, "q_class", asyncio.Queue) if mine else nullcontext():
                unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    return {"run": result.tried, "passed": result.passed, "bad": result.bad, "made": MADE.copy()}


if __name__ == "__main__":
    main(judge, "ghetto_asyncio.clocks.jump", *sys.argv[1:])
