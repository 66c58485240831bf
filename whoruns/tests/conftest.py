"""What the tests of whoruns share; they need pytest, and neither a book nor anything else."""
from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from whoruns.tests.tiny import TinyRun


@pytest.fixture
def tiny_run(tmp_path: Path) -> TinyRun:
    """A tree to record in."""
    return TinyRun(tmp_path)


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    """No test leaves a descriptor open, or a thread running; circles are not looked for in what other tests have."""
    before = held()
    gc.freeze()
    yield
    gc.unfreeze()
    assert held() - before == set(), "left behind"


def held() -> set[str]:
    """Name what is open now, and which threads run."""
    files = set(os.listdir("/dev/fd")) if os.path.isdir("/dev/fd") else set[str]()
    return files | {thread.name for thread in threading.enumerate()}
