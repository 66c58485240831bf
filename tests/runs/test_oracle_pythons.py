"""What the oracle tells of a run, it tells under every Python."""
from __future__ import annotations

import functools
import json
from typing import Any

import pytest

from press.catalogue import ROOT
from tests.support.oracle.oracle import Oracle
from tests.support.pythons import pythons
from tests.support.shell import run


@functools.cache
def said_by(version: str) -> dict[str, Any]:
    """Return what the oracle tells of all runs under a Python; of threads nothing, whose order is never the same."""
    strict = ("-X", "dev", "-W", "error", "-m", "tests.support.oracle.oracle")
    done = run(pythons()[version], *strict, cwd=ROOT, environment={"PYTHONUTF8": "1"})
    assert done.status == 0, done.said
    return {name: moments for name, moments in json.loads(done.said).items() if not Oracle(name).run.threads}


@pytest.mark.parametrize("version", list(pythons())[1:])
def test_other_pythons_tell_the_same(version: str) -> None:
    assert said_by(version) == said_by(next(iter(pythons())))
