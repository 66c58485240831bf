"""A copy of the listings, for tests that change one to see a check fail."""
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a copy of the listings, with all that stands beside them."""
    for folder in ("listings", PACKAGE):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that is there."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
