"""curio's own tests, put to other kernels: `python -m tests.support.judges.curio ghetto_asyncio.together.curio`.

It runs from the top of the repository, on any Python from 3.11 on, and needs nothing but the source of curio as it was
published, in .venv/judges; nothing of that is kept here. `import curio` then means the module that is named, and the
tests in the groups of curio_asked.py are run: with its own kernel, shared by all of them as curio does it. Where the
module is called `curio` that is the one in the source, which must pass them all. It prints JSON: how many tests were
asked, how many passed, and the errors of the others. After the groups, `--real-time` has them wait in earnest.
"""
from __future__ import annotations

import fcntl
import importlib
import json
import logging
import os
import re
import signal
import socket
import sys
import tarfile
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.support.judges.curio_asked import ASKED, Theirs, asked, theirs
from tests.support.judges.curio_clock import Clock
from tests.support.judges.curio_face import PYTEST, disguise

SOURCE = Path(__file__).resolve().parents[3] / ".venv/judges/curio-1.6.tar.gz"
"""The file that `make test` downloads, as requirements/judges.txt pins it."""
MISSING = "curio's tests are not here: `make judges` fetches their source, and needs a network"
PATIENCE = 40
"""Real seconds that a test may take, for others may use the machine."""
BUFFER = 65536
"""Bytes that each side of a connection holds: one test fills them line by line, and as a system comes they are many."""
HANGS = 5
"""Tests in a group that may wait for ever; after them no others are tried."""
SAME_PORT = re.compile(r"\b(25000|25001|26000)\b")
"""Ports that curio's tests have in them: two judges at a time cannot both have these."""
Files = dict[str, str]


class Hangs(BaseException):
    """A test waits for an event that never happens."""


def files(source: Path = SOURCE) -> Files:
    """Return the text of each Python file in curio's source, by its path there."""
    with tarfile.open(source) as archive:
        return {
            member.name.partition("/")[2]: text.read().decode("utf-8")
            for member in archive
            if member.name.endswith(".py") and (text := archive.extractfile(member))
        }


def tests_in(source: Files) -> list[Theirs]:
    """Return all tests of curio's."""
    return [
        test
        for path, text in source.items()
        if path.startswith("tests/test_")
        for test in theirs(Path(path).stem, text)
    ]


@contextmanager
def patience() -> Iterator[None]:
    """Stop a test that waits for ever, and again if it does not stop."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def ports() -> Iterator[None]:
    """Wait until no other judge uses the ports that are in curio's tests."""
    with open(Path(tempfile.gettempdir()) / "curio-ports.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def small_buffers() -> None:
    """Let each new socket hold little."""

    def made(self: socket.socket, *arguments: Any, **named: Any) -> None:
        inherited(self, *arguments, **named)
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            self.setsockopt(socket.SOL_SOCKET, option, BUFFER)

    inherited = socket.socket.__init__
    setattr(socket.socket, "__init__", made)  # noqa: B010  to mypy it is final


class Judge:
    """Runs tests with one kernel for all, and a new one after each that went wrong."""

    def __init__(self, source: Files) -> None:
        self.source = source
        self.modules: dict[str, dict[str, Any]] = {}
        self.kernel: Any = None
        self.passed = self.hung = 0
        self.bad: dict[str, str] = {}

    def module(self, file: str) -> dict[str, Any]:
        """Return the names in a file of curio's tests, which is run once."""
        if file not in self.modules:
            space: dict[str, Any] = {"__name__": file}
            exec(compile(self.source[f"tests/{file}.py"], f"{file}.py", "exec"), space)
            self.modules[file] = space
        return self.modules[file]

    def run(self, test: Theirs) -> None:
        """Run a test, and keep how it ended."""
        try:
            assert self.hung < HANGS, "not tried, after so many that hang"
            with ports() if SAME_PORT.search(test.text) else ExitStack(), patience():
                self.call(test)
        except BaseException as error:
            self.hung += isinstance(error, Hangs)
            self.bad[f"{test.file}.{test.name}"] = self.line(error)
            self.kernel = None
        else:
            self.passed += 1

    def call(self, test: Theirs) -> None:
        """Call a test with the arguments that it asks for: a kernel, and a port that is free."""
        module = self.module(test.file)
        owner, _, name = test.name.rpartition(".")
        function = getattr(module[owner](), name) if owner else module[name]
        asks = function.__code__.co_varnames[: function.__code__.co_argcount] if hasattr(function, "__code__") else ()
        given: dict[str, Any] = {}
        if "kernel" in asks:
            self.kernel = self.kernel or sys.modules["curio"].Kernel()
            given["kernel"] = self.kernel
        if "portno" in asks:
            with socket.socket() as free:
                free.bind(("", 0))
                given["portno"] = free.getsockname()[1]
        function(**given)

    def line(self, error: BaseException) -> str:
        """Return in one line the error, and its place in curio's test."""
        said = f"{type(error).__name__}: {error}".strip().splitlines()[0].removesuffix(":")
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            path = f"tests/{frame.filename}"
            if path in self.source and frame.lineno:
                return f"{said} (line {frame.lineno}: {self.source[path].splitlines()[frame.lineno - 1].strip()})"
        return said


def judge(tests: list[Theirs], source: Files) -> dict[str, Any]:
    """Run the tests of a group, and let the kernel end."""
    one = Judge(source)
    for test in tests:
        one.run(test)
    try:
        with patience():
            if one.kernel:
                one.kernel.run(shutdown=True)
    except BaseException as error:
        one.bad["the end of the kernel"] = one.line(error)
    return {"asked": len(tests), "passed": one.passed, "bad": one.bad}


def itself(folder: Path, source: Files) -> None:
    """Import curio from its source."""
    for path, text in source.items():
        if path.startswith("curio/"):
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    importlib.import_module("tests.support.judges.curio_gone")
    importlib.import_module("curio.traps")


def main(module: str, *arguments: str) -> None:
    """Put the questions of some groups to a module, and print how that went."""
    groups = [word for word in arguments if word != "--real-time"] or list(ASKED)
    if "--real-time" not in arguments:
        Clock().install()
    small_buffers()
    source = files()
    tests = tests_in(source)
    sys.modules["pytest"] = PYTEST
    with tempfile.TemporaryDirectory() as folder:
        if module == "curio":
            itself(Path(folder), source)
        else:
            disguise(importlib.import_module(module), source)
        heard, sys.stdout = sys.stdout, open(os.devnull, "w")  # noqa: SIM115  curio's tests talk, and warn
        os.dup2(sys.stdout.fileno(), 2)
        logging.disable()
        said = {group: judge(asked(group, tests), source) for group in groups}
    by = getattr(getattr(sys.modules["curio"], "Kernel", None), "__module__", None)
    print(json.dumps({"by": by, "groups": said}, indent=1), file=heard, flush=True)
    os._exit(0)  # what tests that went wrong have left behind may not let go


if __name__ == "__main__":
    main(*sys.argv[1:])
