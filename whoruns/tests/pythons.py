"""The Pythons that are asked, and one of them at work."""
from __future__ import annotations

import functools
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from whoruns.tests.places import ROOT

MINORS = (11, 12, 13)
"""The Pythons that are looked for; the one that runs the tests takes part, however new it is."""


def pythons() -> dict[str, str]:
    """Return {version: executable} of the Pythons that tests ask: this one, and the others if PYTHONS=all is set."""
    return installed() if os.environ.get("PYTHONS") == "all" else {platform.python_version(): sys.executable}


@functools.cache
def installed() -> dict[str, str]:
    """Return {version: executable} of each supported Python on this machine, this one first."""
    found = {platform.python_version(): sys.executable}
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in MINORS:
        name = f"python3.{minor}"
        places = [*sorted(pyenv.glob(f"3.{minor}.*/bin/{name}"), reverse=True), shutil.which(name)]
        for place in filter(None, places):
            if any(known.split(".")[1] == str(minor) for known in found):
                break
            if known := version(str(place)):
                found[known] = str(place)
    return found


def version(executable: str) -> str:
    """Return the version, or nothing if this does not run (a shim of pyenv, say)."""
    command = [executable, "-IS", "-c", "import sys; print(sys.version.split()[0])"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return "" if done.returncode else done.stdout.strip()


def start(python: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a Python that can import whoruns; said_by() it in a ``with``."""
    environment = {"PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    command = [python, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, text=True, encoding="utf-8", stdout=pipe, stderr=pipe)


def said_by(process: subprocess.Popen[str]) -> str:
    """Wait for the end of a Python, and return its output; it must not fail."""
    said, complaints = process.communicate()
    assert process.returncode == 0, complaints
    return said
