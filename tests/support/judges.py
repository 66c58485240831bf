"""CPython's own tests, put to classes that are not CPython's: `judges.py ghetto_asyncio.tasks.guest protocol`.

It is run by itself, by any Python from 3.11 on, and needs nothing but that Python's `test` package. It prints JSON: how
many tests of each module of CPython's were run, how many passed, and what the others said.
"""
from __future__ import annotations

import asyncio
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

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds that a test may take."""
FAR = 3
"""Seconds for which no test of CPython's waits in earnest."""
ROUNDS = 5000
"""Rounds that a loop may go in one test; CPython's need fewer, and who hangs on a clock that stands still more."""
HELPERS = ("test_locks", "test_queues", "test_taskgroups", "test_timeouts", "test_waitfor")
"""Modules whose tests are about what stands on tasks and futures."""
HELPING = ("GenericTaskTests", "FutureGatherTests", "CoroutineGatherTests", "RunCoroutineThreadsafeTests", "SleepTests")
"""Suites of test_tasks that take the tasks and futures of asyncio, and so get ours."""
LEFT_OUT: dict[str, str] = {}
"""Tests that are not run, as "suite.test", and why: none so far."""


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
        signal.setitimer(signal.ITIMER_REAL, PATIENCE, 1)

    def stopTest(self, test: unittest.TestCase) -> None:
        """Stop the clock; whatever has not failed has passed."""
        signal.setitimer(signal.ITIMER_REAL, 0)
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
        eager = theirs("test_eager_task_factory").EagerTaskFactoryLoopTests
        suites.append(type("EagerTask", (eager, case), {"Task": task}))
    return suites


def helpers(classes: ModuleType) -> list[type]:
    """Put a Future and a Task into the places of asyncio's; return the suites of what stands on them."""
    asyncio.Future = asyncio.futures.Future = counted(classes.Future)  # type: ignore[misc]
    asyncio.Task = asyncio.tasks.Task = counted(classes.Task)  # type: ignore[misc]
    modules = [theirs(module) for module in HELPERS]
    suites = [
        suite
        for module in modules
        for suite in vars(module).values()
        if isinstance(suite, type) and issubclass(suite, unittest.TestCase) and suite.__module__ == module.__name__
    ]
    return suites + [getattr(theirs("test_tasks"), suite) for suite in HELPING]


MADE: Counter[str] = Counter()
"""How many objects of a class there were: nobody can be judged who was not there."""


def counted(cls: Any) -> Any:
    """Have a class count its objects."""
    init = cls.__init__

    def counting(self: object, *arguments: Any, **named: Any) -> None:
        MADE[cls.__name__] += 1
        init(self, *arguments, **named)

    cls.__init__ = counting
    return cls


def theirs(module: str) -> Any:
    """Return a module of CPython's tests."""
    return importlib.import_module(f"test.test_asyncio.{module}")


def nobody_hangs() -> None:
    """Stop who waits for ever: at once where a loop can tell, after some time elsewhere."""

    def run_once(self: Any) -> None:
        self.rounds = getattr(self, "rounds", 0) + 1
        real = isinstance(self, asyncio.SelectorEventLoop)
        soon = any(not real or timer.when() - self.time() < FAR for timer in self._scheduled)
        idle = not self._ready and not soon and not self._stopping and threading.active_count() == 1
        if idle or self.rounds > ROUNDS:
            raise Hangs
        inherited(self)

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs

    loop: Any = base_events.BaseEventLoop
    inherited, loop._run_once = loop._run_once, run_once
    signal.signal(signal.SIGALRM, stop)


def main(module: str, which: str) -> None:
    """Put the questions to the classes of a module, and print how that went."""
    sys.path.insert(0, str(ROOT))
    nobody_hangs()
    suites = {"protocol": protocol, "company": company, "helpers": helpers}[which](importlib.import_module(module))
    load: Any = unittest.defaultTestLoader.loadTestsFromTestCase
    result = Result()
    unittest.TestSuite(test for suite in suites for test in load(suite) if name(test) not in LEFT_OUT).run(result)
    print(json.dumps({"run": result.tried, "passed": result.passed, "bad": result.bad, "made": MADE}))


if __name__ == "__main__":
    main(*sys.argv[1:])
