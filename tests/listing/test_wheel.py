"""The wheel holds the listings, and they run from it."""
from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from press.catalogue import PACKAGE, ROOT, every
from press.commands.release import wheel as build
from tests.support.shell import python


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a clean copy."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT / PACKAGE, source / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build(source, folder)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_listings_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(archive.read(name).decode() for name in names if name.endswith("/METADATA"))
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {PACKAGE}
    assert {f"{PACKAGE}/{listing.name.replace('.', '/')}.py" for listing in every(ROOT)} <= set(names)
    assert "Requires-Dist" not in metadata
    assert "Requires-Python: >=3.11" in metadata


def test_listings_run_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """Servers want a port, and others talk to them: tests/programs/waiting/test_command_lines.py."""
    programs = [listing for listing in every(ROOT) if '__name__ == "__main__"' in listing.source()]
    assert "turns.round_robin" in [program.name for program in programs]
    for program in (program for program in programs if "with program(" in program.source()):
        module = f"{PACKAGE}.{program.name}"
        code = f"import sys, runpy; sys.path.insert(0, {str(wheel)!r}); runpy.run_module({module!r}, None, '__main__')"
        done = python("-c", code, cwd=tmp_path)
        assert done.status == 0, done.said
        assert done.said
