"""A tree of documents, and pytest's output about the examples that Sybil finds in it."""
from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from press.catalogue import ROOT
from tests.support.shell import Done, run

CONFTEST = """\
from pathlib import Path
from tests.support.sessions import documents, side_by_side
pytest_collect_file = documents(Path(__file__).parent).pytest()
pytest_collection_modifyitems = side_by_side
"""


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files, with the folders they are in."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def judged(root: Path) -> Done:
    """Run pytest in a process of its own."""
    write(root, {"conftest.py": CONFTEST})
    pytest = (sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider")
    return run(*pytest, cwd=root, environment={"PYTHONPATH": str(ROOT)})
