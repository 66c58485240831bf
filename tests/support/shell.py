"""Run a program and keep its output."""
from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from press.catalogue import ROOT

STRICT = ("-I", "-X", "dev", "-W", "error")
"""Python without the user's settings, in development mode, where warnings are errors."""
WARNINGS = ("-I", "-W", "error")
"""The same, as a reader has it."""


class Done(NamedTuple):
    """How a program ended, and its output, standard and error."""

    status: int
    said: str


def run(*command: str | Path, cwd: Path | None = None, environment: Mapping[str, str] | None = None) -> Done:
    """Run a program to its end."""
    with start(*command, cwd=cwd, environment=environment) as process:
        return finish(process)


def start(
    *command: str | Path, cwd: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start a program; finish() it in a ``with``."""
    return subprocess.Popen(
        [str(word) for word in command], cwd=cwd, env=environment, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )


def finish(process: subprocess.Popen[str]) -> Done:
    """Wait for the end of a program that was started."""
    said = process.communicate()[0]
    return Done(process.returncode, said)


def python(*arguments: str | Path, cwd: Path | None = None, executable: str = sys.executable) -> Done:
    """Run Python, strictly."""
    return run(executable, *STRICT, *arguments, cwd=cwd)


def press(
    program: str, *arguments: str | Path, cwd: Path = ROOT, executable: str = sys.executable, developing: bool = True,
    package: str = "press",
) -> Done:
    """Run a program of the press, strictly, from the top of a repository; not `developing`, it takes half the time."""
    strict = ["-s", *(STRICT if developing else WARNINGS)[1:]]  # -I would hide the press
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PYTHONMALLOC"] = "default"  # what development mode checks of memory is for modules in C
    return run(executable, *strict, "-m", f"{package}.{program}", *arguments, cwd=cwd, environment=environment)
