"""CPython's own tests, put to classes that are not CPython's: `cpython.py ghetto_asyncio.tasks.guest protocol`.

It is run by itself, by any Python from 3.11 on, and needs nothing but that Python's `test` package. It prints JSON: how
many tests of each module of CPython's were run, how many passed, what the others said, how many futures and tasks of
ours there were, in which suites there were none, and which suites nobody asks.
"""
from __future__ import annotations

import asyncio
import gc
import importlib
import json
import signal
import sys
import threading
import unittest
from asyncio import base_events
from collections import Counter
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
ROUNDS = 5000
"""Rounds that a loop may go while no other thread runs; who sleeps goes but one, since the clock jumps."""
WORKING, SLEEPING = 60, 600
"""Seconds of the processor that a test may take, and seconds for which it may wait for a thread; none takes one."""
HELPERS = ("locks", "pep492", "queues", "taskgroups", "threads", "timeouts", "waitfor")
"""Modules whose tests are about what stands on tasks and futures."""
HELPING = {
    "test_tasks": (
        "FutureGatherTests", "CoroutineGatherTests", "RunCoroutineThreadsafeTests", "SleepTests", "CTask_Future_Tests",
    ),
    "test_futures2": ("FutureReprTests",),
}
"""Suites beside those of a protocol that take the tasks and futures of asyncio, and so get ours."""
NOT_ASKED = {
    "DuckTests": "asks asyncio what it does with a future that is nobody's",
    "CFutureTests": "asks beside all the rest whether an attribute in C can be deleted",
    "CTask_CFuture_Tests": "asks the same, and whether C code loses references",
    "GenericTaskTests": "asks whether asyncio has been built with its C code",
    "BaseTaskIntrospectionTests": "asks functions of asyncio that a task calls, without any task",
    "CEagerTaskFactoryLoopTests": "asks beside all the rest about crashes of C code",
}
"""Suites of the modules about tasks and futures whose own tests are not put to ours, and why."""


class Hangs(BaseException):
    """A test waits for what never happens."""


class Result(unittest.TestResult):
    """Counts by module of CPython's how the tests ended, and stops one that hangs."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.tried: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.bad: dict[str, str] = {}

    def startTest(self, test: unittest.TestCase) -> None:
        """Count it, and set the clock."""
        super().startTest(test)
        self.tried[asked_by(test)] += 1
        patience(WORKING, SLEEPING)

    def stopTest(self, test: unittest.TestCase) -> None:
        """Stop the clock; whatever has not failed has passed."""
        patience(0, 0)
        self.passed[asked_by(test)] += name(test) not in self.bad
        super().stopTest(test)

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        """Keep the last line of what went wrong in a test, or in setting up a class or a module."""
        kind, value, _ = err
        self.bad[name(test)] = f"{kind.__name__}: {value}".strip().splitlines()[-1]

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        """Keep what went wrong in a part of a test."""
        if err is not None:
            self.addError(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        """Keep a test that was to fail."""
        self.bad[name(test)] = "passed, against what it says"

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        """Keep a test that was not run: nobody has passed it."""
        self.bad[name(test)] = f"skipped: {reason}"


def patience(working: float, sleeping: float) -> None:
    """Stop the test after so many seconds of the processor, or on the clock; 0: don't."""
    signal.setitimer(signal.ITIMER_PROF, working, 1)
    signal.setitimer(signal.ITIMER_REAL, sleeping, 1)


def name(test: unittest.TestCase) -> str:
    """Return "suite.test"."""
    return f"{type(test).__name__}.{getattr(test, '_testMethodName', test)}"


def asked_by(test: unittest.TestCase) -> str:
    """Return the module of CPython's that asks."""
    modules = [cls.__module__ for cls in type(test).__mro__]
    return next(module for module in modules if module.startswith("test.")).removeprefix("test.test_asyncio.")


def protocol(classes: ModuleType) -> list[type]:
    """Return the suites that ask a Future and a Task what asyncio's are asked."""
    futures, tasks, case = theirs("test_futures"), theirs("test_tasks"), theirs("utils").TestCase
    future, task = classes.Future, classes.Task
    return [
        type("Future", (futures.BaseFutureTests, case), {"cls": future}),
        type("FutureCallbacks", (futures.BaseFutureDoneCallbackTests, case), {
            "_new_future": lambda self: future(loop=self.loop),
        }),
        type("FutureInheritance", (futures.BaseFutureInheritanceTests, case), {"_get_future_cls": lambda self: future}),
        type("Task", (tasks.BaseTaskTests, tasks.SetMethodsTest, case), {"Task": task, "Future": future}),
        type("TaskAwaited", (theirs("test_futures2").FutureTests, unittest.IsolatedAsyncioTestCase), {"cls": task}),
        type("CurrentTask", (tasks.BaseCurrentLoopTests, case), {
            "current_task": staticmethod(asyncio.current_task),
            "new_task": lambda self, coro: task(coro, loop=self.loop),
        }),
    ]


def company(classes: ModuleType) -> list[type]:
    """Return the suites that ask subclasses, and each class beside asyncio's own other one; and eager tasks."""
    futures, tasks, case = theirs("test_futures"), theirs("test_tasks"), theirs("utils").TestCase
    future, task = classes.Future, classes.Task
    suites = [
        type("FutureSubclass", (futures.BaseFutureTests, case), {"cls": type("Subclass", (future,), {})}),
        tasks.add_subclass_tests(type("TaskSubclass", (tasks.BaseTaskTests, case), {"Task": task, "Future": future})),
        type("TaskOnTheirFuture", (tasks.BaseTaskTests, case), {"Task": task, "Future": asyncio.Future}),
        type("TheirTaskOnFuture", (tasks.BaseTaskTests, case), {"Task": asyncio.Task, "Future": future}),
    ]
    if sys.version_info >= (3, 12):
        eager = theirs("test_eager_task_factory")
        suites += [
            type("EagerTask", (eager.EagerTaskFactoryLoopTests, case), {"Task": task}),
            type("EagerTasksCounted", (eager.BaseEagerTaskFactoryTests, case), {"Task": task}),
            type("TasksCounted", (eager.BaseNonEagerTaskFactoryTests, case), {"Task": task}),
        ]
    return suites


def helpers(classes: ModuleType) -> list[type]:
    """Put a Future and a Task into the places of asyncio's; return the suites of what stands on them."""
    asyncio.Future = asyncio.futures.Future = classes.Future  # type: ignore[misc]
    asyncio.Task = asyncio.tasks.Task = classes.Task  # type: ignore[misc]
    modules = [theirs(f"test_{module}") for module in HELPERS]
    suites = [
        suite
        for module in modules
        for suite in vars(module).values()
        if isinstance(suite, type) and issubclass(suite, unittest.TestCase) and suite.__module__ == module.__name__
        if unittest.defaultTestLoader.getTestCaseNames(suite)
    ]
    return suites + [getattr(theirs(module), suite) for module, names in HELPING.items() for suite in names]


def forgotten(asked: list[type]) -> list[str]:
    """Return the suites on futures and tasks that have tests of their own, and are neither asked nor named above."""
    modules = ["test_futures", "test_futures2", "test_tasks"]
    if sys.version_info >= (3, 12):
        modules.append("test_eager_task_factory")
    seen = {cls for suite in asked for cls in suite.__mro__}
    return [
        suite.__name__
        for module in map(theirs, modules)
        for suite in vars(module).values()
        if isinstance(suite, type) and suite.__module__ == module.__name__ and suite not in seen
        if any(getattr(own, "__qualname__", "").startswith(f"{suite.__name__}.test") for own in vars(suite).values())
        if suite.__name__ not in NOT_ASKED
    ]


MADE: Counter[str] = Counter()
"""How many objects of a class there were, tasks apart from futures: nobody can be judged who was not there."""


def count(cls: Any) -> None:
    """Have a class count its objects, and those of its subclasses."""

    def new(made: type, *arguments: Any, **named: Any) -> object:
        MADE[cls.__name__] += 1
        return object.__new__(made)

    cls.__new__ = staticmethod(new)


def theirs(module: str) -> Any:
    """Return a module of CPython's tests."""
    return importlib.import_module(f"test.test_asyncio.{module}")


def made_by(suite: Any, result: Result) -> int:
    """Run a suite; return how many objects of ours it has made."""
    before = MADE.total()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    return MADE.total() - before


def nobody_hangs() -> None:
    """Let the clock of loops jump to where they would wake, and stop who waits for ever.

    That is who cannot be woken at all, who goes too many rounds, or who works or sleeps for too long.
    """
    loop: Any = base_events.BaseEventLoop
    inherited, clock, jumped = loop._run_once, loop.time, 0.0

    def run_once(self: Any) -> None:
        nonlocal jumped
        if threading.active_count() == 1:
            self.rounds = getattr(self, "rounds", 0) + 1
            if self.rounds > ROUNDS:
                raise Hangs(f"goes more than {ROUNDS} rounds")
            if not self._ready and not self._stopping:
                waking = min((timer.when() for timer in self._scheduled if not timer.cancelled()), default=None)
                if waking is None:
                    raise Hangs("nothing can wake it")
                jumped += max(0.0, waking - self.time())
        inherited(self)

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"works for {WORKING} seconds" if number == signal.SIGPROF else f"sleeps for {SLEEPING} seconds")

    loop._run_once, loop.time = run_once, lambda self: clock(self) + jumped
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, stop)


def main(module: str, which: str) -> None:
    """Put the questions to the classes of a module, and print how that went; print null if nobody is here to ask."""
    try:
        importlib.import_module("test.test_asyncio")
    except ImportError:
        print("null")
        return
    sys.path.insert(0, str(ROOT))
    nobody_hangs()
    classes = importlib.import_module(module)
    count(classes.Future)
    count(classes.Task)
    jobs = {"protocol": protocol, "company": company, "helpers": helpers}
    result = Result()
    suites = jobs[which](classes)
    gc.freeze()  # who collects after each test need not look through the modules
    idle = [suite.__name__ for suite in suites if not made_by(suite, result)]
    asked = [suite for job in jobs.values() for suite in job(classes)]
    print(json.dumps({
        "run": result.tried, "passed": result.passed, "bad": result.bad, "made": MADE, "idle": idle,
        "forgotten": forgotten(asked),
    }))


if __name__ == "__main__":
    main(*sys.argv[1:])
