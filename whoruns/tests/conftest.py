"""The common parts of the tests of whoruns; they need pytest, and neither a book nor anything else."""
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
    """No test leaves a descriptor open, or a thread running; cycles are not looked for in other tests' objects."""
    before = held()
    gc.freeze()
    yield
    gc.unfreeze()
    assert held() - before == set(), "left behind"


def held() -> set[str]:
    """Return the names of open descriptors and of running threads."""
    files = set(os.listdir("/dev/fd")) if os.path.isdir("/dev/fd") else set[str]()
    return files | {thread.name for thread in threading.enumerate()}
