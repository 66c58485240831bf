"""CPython's own tests of asyncio, put to a loop, whole: `python -m tests.support.judges.cpython_whole LOOP [MODULE…]`.

It runs from the top of the repository, on any Python from 3.11 on, and needs nothing but that Python's `test` package.
Each test has a process of its own, in which any function that makes a loop gets one of the class `Loop` of the module
LOOP, such as ghetto_asyncio.service.loop. It prints JSON: {test: [how it ended, its output]}, of all that made such a
loop.
"""
from __future__ import annotations

import asyncio
import importlib
import json
import os
import re
import select
import signal
import sys
import tempfile
import unittest
import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tests.support.judges.cpython import name, suites_in, theirs

MODULES = (
    "buffered_proto", "context", "events", "futures", "futures2", "locks", "pep492", "queues", "runners",
    "sendfile", "server", "sock_lowlevel", "ssl", "sslproto", "streams", "subprocess", "taskgroups", "tasks",
    "threads", "timeouts", "waitfor",
)
"""The modules whose tests take the loop that there is; the others ask asyncio's own classes how they work inside."""
REFUSED = re.compile(r"this loop has no (\w+)")
"""Our loop's error for a request that it can't do."""
PRIVATE = re.compile(r"'(Loop|Server|Handle|Timer)' object has no attribute '_\w+'")
"""Python's error for a private name of asyncio's."""
PATIENCE, REFUSED_PATIENCE = 600, 3
"""Seconds that a test may take on the clock, and one that has been refused something: it waits for ever."""
made = 0


def put_in_place(loop: Any) -> None:
    """Let any function that makes a loop get one of ours, with two private names that the tests' helpers ask for."""

    class Loop(loop):  # type: ignore[misc]
        _default_executor = property(lambda self: self.pool)
        _run_once = loop.run_once

        def __init__(self, _selector: object = None) -> None:
            global made
            made += 1
            super().__init__()

    for method in vars(asyncio.AbstractEventLoop):
        if not method.startswith("_") and getattr(loop, method).__name__ == "refuse":
            setattr(Loop, method, aloud(getattr(loop, method)))
    for method in ("create_server", "create_connection", "connect_accepted_socket"):
        setattr(Loop, method, waiting_aloud(getattr(loop, method)))

    class Policy(asyncio.DefaultEventLoopPolicy):
        _loop_factory = Loop

    asyncio.set_event_loop_policy(Policy())
    asyncio.new_event_loop = asyncio.SelectorEventLoop = Loop  # type: ignore[assignment]


def aloud(refuse: Any) -> Any:
    """Return a method that refuses so that it is heard, even if the error is caught."""

    def say(*arguments: Any, **named: Any) -> None:
        try:
            refuse(*arguments, **named)
        except NotImplementedError as error:
            os.write(2, f"{error}\n".encode())
            raise

    return say


def waiting_aloud(method: Any) -> Any:
    """Do the same for a coroutine function, which may refuse an option."""

    async def say(*arguments: Any, **named: Any) -> Any:
        try:
            return await method(*arguments, **named)
        except NotImplementedError as error:
            os.write(2, f"{error}\n".encode())
            raise

    return say


def tests(module: str) -> Iterator[unittest.TestCase]:
    """Yield the tests of a module; those that it puts to three loops, one for each kind of selector, once."""
    for suite in suites_in([module]):
        if suite.__name__.startswith(("PollEventLoop", "SelectEventLoop")):
            continue
        yield from map(suite, unittest.defaultTestLoader.getTestCaseNames(suite))


def in_a_child(test: unittest.TestCase) -> tuple[str, int, str]:
    """Run a test in a child of this process; return how it ended, how many loops it made, and its output."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the threads of a parent are not needed
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            os.write(writing, json.dumps(run(test)).encode())
            os._exit(0)
        os.close(writing)
        log, text, ends = "", b"", []
        for second in range(PATIENCE):
            ends = select.select([reading], [], [], 1)[0]
            log = os.pread(said.fileno(), 1 << 20, 0).decode(errors="replace")  # the child writes on where it was
            if ends or (second >= REFUSED_PATIENCE and REFUSED.search(log)):
                break
        while ends and (more := os.read(reading, 65536)):
            text += more
        os.close(reading)
        for process in (-child, child):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        os.waitpid(child, 0)
    how, loops, why = json.loads(text) if text else ("bad", 1, "it does not end" if not ends else "it crashes")
    return verdict(how, why, log), loops, last(why)


def run(test: unittest.TestCase) -> tuple[str, int, str]:
    """Run a test; return how it ended, how many loops it made, and its errors."""
    result = unittest.TestResult()
    asyncio.set_event_loop(None)  # as most tests leave it
    unittest.TestSuite([test]).run(result)
    bad = [text for _, text in [*result.errors, *result.failures]]
    if bad or result.unexpectedSuccesses:
        return "bad", made, "\n".join(bad)
    if result.skipped:
        return "skipped", made, result.skipped[0][1]
    return "passed", made, ""


def verdict(how: str, why: str, log: str) -> str:
    """Say how a test ended: passed, skipped, refused by name, about a private name, or another way."""
    if how != "bad":
        return how
    if REFUSED.search(why) or REFUSED.search(log):
        return "refused"
    return "private" if PRIVATE.search(why) or PRIVATE.search(log) else "other"


def last(why: str) -> str:
    """Return the line that says most."""
    if refused := REFUSED.search(why):
        return refused[0]
    return why.strip().splitlines()[-1][:150] if why.strip() else ""


def judge(loop: str, *modules: str) -> dict[str, tuple[str, str]]:
    """Put the tests of these modules, or of all, to a loop; leave out those that have not made one."""
    warnings.simplefilter("ignore")
    put_in_place(importlib.import_module(loop).Loop)
    said = {
        f"{module}.{name(test)}": in_a_child(test) for module in modules or MODULES for test in tests(module)
    }
    return {test: (how, why) for test, (how, loops, why) in said.items() if loops}


if __name__ == "__main__":
    try:
        theirs("utils")
    except ImportError:
        print("null")
    else:
        json.dump(judge(*sys.argv[1:]), sys.stdout)
