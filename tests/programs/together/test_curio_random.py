"""Random programs in curio's names have the same log on our kernel and on curio's own."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from press.catalogue import ROOT
from tests.support.judges import curio as curio_judge
from tests.support.shell import run

PROGRAMS = 500
CARELESS = """
from ghetto_asyncio.together.curio import *
from ghetto_asyncio.together.curio import Lock as Careful

class Lock(Careful):
    async def __aenter__(self):
        pass
    async def __aexit__(self, *error):
        pass
"""
"""Ours, with a lock that lets everybody in."""


def logs(module: str, folder: Path, number: int) -> Any:
    """Run programs in a process of their own, where the module may lie in a folder."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = (sys.executable, "-W", "ignore", "-m", "tests.support.loops.curio_programs", module, str(number))
    done = run(*command, cwd=ROOT, environment=plain | {"PYTHONPATH": f"{ROOT}:{folder}"})
    return json.loads(next(line for line in done.said.splitlines() if line.startswith("[[")))


@pytest.mark.skipif(not curio_judge.SOURCE.exists() and not os.environ.get("CI"), reason=curio_judge.MISSING)
def test_random_programs_have_the_same_log_on_curio_itself(tmp_path: Path) -> None:
    for path, text in curio_judge.files().items():
        if path.startswith("curio/"):
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(text, "utf-8")
    ours, theirs = (logs(module, tmp_path, PROGRAMS) for module in ("ghetto_asyncio.together.curio", "curio"))
    assert [seed for seed in range(PROGRAMS) if ours[seed] != theirs[seed]] == []
    assert not [log for log in ours if isinstance(log, str)], "a program has got stuck"


def test_a_lock_that_lets_everybody_in_is_found(tmp_path: Path) -> None:
    (tmp_path / "careless.py").write_text(CARELESS, "utf-8")
    assert logs("careless", tmp_path, 50) != logs("ghetto_asyncio.together.curio", tmp_path, 50)
