"""A tree with one listing, one run file and nothing else, to be recorded as the press does."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from press.catalogue import PACKAGE
from press.figures.making import record
from whoruns.tests import tiny


class TinyRun(tiny.TinyRun):
    """Writes a listing and its run file, and records; the name is ``part.thing``."""

    def __init__(self, root: Path) -> None:
        super().__init__(root, f"{PACKAGE}.part", "part.thing", root / "listings/part/thing.run.py")

    def record(self) -> Any:
        """Record it; raise RunError if it cannot be."""
        return record(self.name, self.root)


@pytest.fixture
def tiny_run(tmp_path: Path) -> TinyRun:
    """A tree to record in."""
    return TinyRun(tmp_path)
