"""What the oracle tells of a run, it tells under every Python."""
from __future__ import annotations

import json
from contextlib import ExitStack

from press.catalogue import ROOT
from tests.support.oracle.oracle import names
from tests.support.shell import finish, start
from whoruns.tests.pythons import pythons


def test_all_pythons_tell_the_same() -> None:
    """Of threads they need not, whose order is never the same."""
    strict = ("-W", "error", "-m", "tests.support.oracle.oracle")
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(start(python, *strict, cwd=ROOT, environment={"PYTHONUTF8": "1"}))
            for version, python in pythons().items()
        }
        done = {version: finish(process) for version, process in started.items()}
    assert {version: each.said for version, each in done.items() if each.status} == {}
    here, *others = (json.loads(each.said) for each in done.values())
    assert sorted(here) == names()
    for there, version in zip(others, list(done)[1:]):
        assert [name for name in names() if there[name] != here[name]] == [], f"under {version}"
