"""The set-up that every make begins with: done once, mended when broken, clear when impossible."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from press.catalogue import ROOT
from tests.support.shell import Done, finish, run, start

SCRIPT = ROOT / "press/commands/environment.py"


SHORT_CUT = """
import os, shutil, subprocess
def call(command, really=subprocess.call, **options):
    if command[1:3] == ["-m", "pip"] and open(command[-1]).read() == {nothing!r}:
        return 0
    if command[1:3] != ["-m", "venv"]:
        return really(command, **options)
    shutil.rmtree(command[-1], ignore_errors=True)
    shutil.copytree({template!r}, command[-1], symlinks=True, ignore=shutil.ignore_patterns("installed-*", "lib"))
    os.symlink({template!r} + "/lib", command[-1] + "/lib")
    return 0
subprocess.call = call
"""
"""What venv makes takes seconds; with pip from another one it takes none, and neither does installing nothing."""
NOTHING = "# nothing\n"


class Place:
    """A folder with a lock file that pins nothing, so that no test needs a network."""

    def __init__(self, folder: Path, template: Path | None = None) -> None:
        self.folder = folder
        self.environment = folder / ".venv"
        self.short_cut = SHORT_CUT.format(template=str(template), nothing=NOTHING) if template else ""
        self.lock = folder / "lock.txt"
        self.lock.write_text(NOTHING, "utf-8")

    def start(self, before: str = "", folder: str = "") -> subprocess.Popen[str]:
        """Start the set-up; `before` is Python to run first, to take something away."""
        words = [".venv", "lock.txt", folder][: 3 if folder else 2]
        code = f"import sys, runpy; sys.argv[1:] = {words!r}\n{self.short_cut}\n{before}\n"
        code += f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDEVMODE"}
        return start(
            sys.executable, "-c", code, cwd=self.folder, environment=environment | {"PIP_NO_INDEX": "1"}
        )

    def run(self, before: str = "", folder: str = "") -> Done:
        """Run the set-up to its end."""
        with self.start(before, folder) as process:
            return finish(process)

    def works(self) -> bool:
        """Is there a Python with pip?"""
        return run(self.environment / "bin/python", "-c", "import pip").status == 0

    @property
    def stamp(self) -> Path:
        """The file that says what was installed."""
        return self.environment / "installed-lock.txt"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A folder before the set-up, which takes pip from the environment of the tests."""
    return Place(tmp_path, Path(sys.prefix))


def test_it_is_done_once(tmp_path: Path) -> None:
    """Here nothing is cut short."""
    place = Place(tmp_path)
    status, said = place.run()
    assert (status, "Setting up .venv" in said, place.works()) == (0, True, True)
    assert place.run() == (0, "")


def test_what_was_cut_short_is_done_again(place: Place) -> None:
    assert place.run()[0] == 0
    place.stamp.unlink()
    status, said = place.run()
    assert (status, "Setting up" in said, "Installing" in said) == (0, False, True)
    (place.environment / "bin/python").unlink()
    status, said = place.run()
    assert (status, "Setting up" in said, place.works()) == (0, True, True)


def test_two_at_a_time_wait_for_each_other(place: Place) -> None:
    with place.start() as one, place.start() as other:
        done = finish(one), finish(other)
    assert [each.status for each in done] == [0, 0], done
    assert sum("Setting up" in each.said for each in done) == 1
    assert place.works()


def test_a_failed_install_leaves_no_stamp(place: Place) -> None:
    place.lock.write_text("six==1.17.0 --hash=sha256:" + "0" * 64 + "\n", "utf-8")
    status, said = place.run()
    assert (status, "lock.txt could not be installed" in said) == (1, True)
    assert not place.stamp.exists()
    place.lock.write_text(NOTHING, "utf-8")
    assert place.run()[0] == 0


@pytest.mark.parametrize(("before", "words"), [
    *((f"sys.modules[{module!r}] = None", ["apt install python3-venv"]) for module in ("venv", "ensurepip")),
    ("sys.version_info = (3, 9, 2); import os; os.environ['PATH'] = ''",
     ["needs Python 3.11 or newer", "3.9", "make PYTHON="]),
])
def test_what_is_missing_is_named(place: Place, before: str, words: list[str]) -> None:
    status, said = place.run(before)
    assert status == 1 and not [word for word in words if word not in said]


def test_an_old_python_hands_over_to_a_newer_one(place: Place) -> None:
    assert place.run()[0] == 0
    place.stamp.unlink()
    (place.folder / "python3.13").symlink_to(sys.executable)
    status, said = place.run(f"sys.version_info = (3, 9, 2); import os; os.environ['PATH'] = {str(place.folder)!r}")
    assert (status, place.stamp.exists()) == (0, True), said


@pytest.mark.parametrize("ci", ["", "true"], ids=["at a desk", "in CI"])
def test_sources_that_cannot_be_had_are_missed_in_ci_only(place: Place, ci: str) -> None:
    place.lock.write_text("six==1.17.0 --hash=sha256:" + "0" * 64 + "\n", "utf-8")
    status, said = place.run(f"import os; os.environ['CI'] = {ci!r}", folder="sources")
    assert (status, "tests that need it are skipped" in said) == ((1, False) if ci else (0, True)), said
    assert not place.stamp.exists()
    if not ci:
        place.lock.write_text(NOTHING, "utf-8")
        assert place.run(folder="sources")[0] == 0
        assert place.run(folder="sources") == (0, "")
