"""The interpreters that the listings are proved with."""
from __future__ import annotations

import functools
import os
import shutil
import sys
from pathlib import Path

from tests.support.shell import run

MINORS = (11, 12, 13)
"""The Pythons that are looked for; the one that runs the tests takes part, however new it is."""


@functools.cache
def pythons() -> dict[str, str]:
    """Return {version: executable} of each supported Python on this machine, this one first."""
    found = {_version(sys.executable): sys.executable}
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in MINORS:
        name = f"python3.{minor}"
        places = [*sorted(pyenv.glob(f"3.{minor}.*/bin/{name}"), reverse=True), shutil.which(name)]
        for place in filter(None, places):
            if any(_minor(known) == minor for known in found):
                break
            if version := _version(str(place)):
                found[version] = str(place)
    return found


def _version(executable: str) -> str:
    """Return the version, or nothing if this does not run (a shim of pyenv, say)."""
    done = run(executable, "-IS", "-c", "import sys; print(sys.version.split()[0])")
    return "" if done.status else done.said.strip()


def _minor(version: str) -> int:
    return int(version.split(".")[1])


def summary() -> str:
    """Say which Pythons took part and which did not."""
    present = pythons()
    absent = [f"3.{minor}" for minor in MINORS if not any(_minor(version) == minor for version in present)]
    return f"Listings proved with Python {', '.join(present)}." + (
        f" Not on this machine, so not tried: {', '.join(absent)}." if absent else ""
    )
