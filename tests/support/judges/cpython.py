"""CPython's own tests, put to classes: `python -m tests.support.judges.cpython ghetto_asyncio.tasks.guest protocol`.

It runs from the top of the repository, on any Python from 3.11 on, and needs nothing but that Python's `test` package.
It prints JSON, by kind of questions: how many tests of each module of CPython's were run, how many passed, what the
others said, how many futures and tasks of ours there were, and in which suites there were none, or no tests.
"""
from __future__ import annotations

import asyncio
import gc
import importlib
import json
import sys
import unittest
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from types import ModuleType
from typing import Any

from tests.support.judges.patience import SLEEPING, WORKING, nobody_hangs, patience

HELPERS = ("locks", "pep492", "queues", "taskgroups", "threads", "timeouts", "waitfor")
"""Modules whose tests are about helpers on top of tasks and futures."""
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
        """Stop the clock; a test that has not failed has passed."""
        patience(0, 0)
        self.passed[asked_by(test)] += name(test) not in self.bad
        super().stopTest(test)

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        """Keep the last line of an error in a test, or in setting up a class or a module."""
        kind, value, _ = err
        self.bad[name(test)] = f"{kind.__name__}: {value}".strip().splitlines()[-1]

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        """Keep the error in a part of a test."""
        if err is not None:
            self.addError(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        """Keep a test that was to fail."""
        self.bad[name(test)] = "passed, against what it says"

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        """Keep a test that was not run: it is not passed."""
        self.bad[name(test)] = f"skipped: {reason}"


def name(test: unittest.TestCase) -> str:
    """Return "suite.test"."""
    return f"{type(test).__name__}.{getattr(test, '_testMethodName', test)}"


def asked_by(test: unittest.TestCase) -> str:
    """Return the module of CPython's that asks."""
    modules = [cls.__module__ for cls in type(test).__mro__]
    return next(module for module in modules if module.startswith("test.")).removeprefix("test.test_asyncio.")


def protocol(classes: ModuleType) -> list[type]:
    """Return the suites that test a Future and a Task as asyncio's are tested."""
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
    """Put a Future and a Task into the places of asyncio's; return the suites of the helpers on top of them."""
    asyncio.Future = asyncio.futures.Future = classes.Future  # type: ignore[misc]
    asyncio.Task = asyncio.tasks.Task = classes.Task  # type: ignore[misc]
    theirs("test_tasks").assert_python_ok = cache(theirs("test_tasks").assert_python_ok)  # two suites ask the same
    return suites_in(HELPERS) + [getattr(theirs(module), suite) for module, names in HELPING.items() for suite in names]


def suites_in(modules: Iterable[str]) -> list[type]:
    """Return the suites of some modules that have tests."""
    return [
        suite
        for module in [theirs(f"test_{name}") for name in modules]
        for suite in vars(module).values()
        if isinstance(suite, type) and issubclass(suite, unittest.TestCase) and suite.__module__ == module.__name__
        if unittest.defaultTestLoader.getTestCaseNames(suite)
    ]


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
"""How many objects of a class there were, tasks apart from futures: a class without objects cannot be judged."""


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


def main(judge: Callable[..., dict[str, Any]], module: str, *which: str) -> None:
    """Test the classes or the loop of a module, and print the result; print null if there is no `test` package."""
    try:
        importlib.import_module("test.test_asyncio")
    except ImportError:
        print("null")
        return
    nobody_hangs()
    print(json.dumps(judge(importlib.import_module(module), *which)))


KINDS = {"protocol": protocol, "company": company, "helpers": helpers}
"""Kinds of questions; the last one leaves nothing of asyncio's in its place."""


def judge(classes: ModuleType, *kinds: str) -> dict[str, Any]:
    """Put the questions of some kinds to the Future and the Task of a module; return how each kind went."""
    count(classes.Future)
    count(classes.Task)
    judged = {kind: put(KINDS[kind](classes)) for kind in kinds}
    left = forgotten([suite for kind in KINDS.values() for suite in kind(classes)])
    return {kind: {**said, "forgotten": left} for kind, said in judged.items()}


def put(suites: list[type]) -> dict[str, Any]:
    """Run suites; return how that went."""
    MADE.clear()
    result = Result()
    gc.freeze()  # who collects after each test need not look through the modules
    idle = [suite.__name__ for suite in suites if not made_by(suite, result)]
    return {"run": result.tried, "passed": result.passed, "bad": result.bad, "made": MADE.copy(), "idle": idle}


if __name__ == "__main__":
    main(judge, *sys.argv[1:])
