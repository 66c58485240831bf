"""The set-up that every make begins with: done once, mended when broken, clear when impossible."""
from __future__ import annotations

import fcntl
import json
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


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> tuple[Place, Done]:
    """A folder after the set-up, which cut nothing short, and what that said; all workers share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "made"
    said = folder / "said.json"
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            folder.mkdir()
            said.write_text(json.dumps(Place(folder).run()), "utf-8")
    return Place(folder), Done(*json.loads(said.read_text("utf-8")))


@pytest.fixture
def place(tmp_path: Path, made: tuple[Place, Done]) -> Place:
    """A folder before the set-up."""
    return Place(tmp_path, made[0].environment)


def test_it_is_done_once(made: tuple[Place, Done]) -> None:
    place, (status, said) = made
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


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_module_is_named_with_its_package(place: Place, module: str) -> None:
    status, said = place.run(f"sys.modules[{module!r}] = None")
    assert (status, "apt install python3-venv" in said) == (1, True)


def test_an_old_python_is_told_so(place: Place) -> None:
    status, said = place.run("sys.version_info = (3, 9, 2); import os; os.environ['PATH'] = ''")
    assert status == 1
    for words in ("needs Python 3.11 or newer", "3.9", "make PYTHON="):
        assert words in said


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
