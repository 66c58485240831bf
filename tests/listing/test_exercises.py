"""An exercise is not solved as it stands, and is solved by its solution."""
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.commands.exercise import names
from tests.support.shell import press

EXERCISE = "commands.exercise"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the repository in which answers can be written."""
    for name in ("ghetto_asyncio", "listings", "press"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_there_are_exercises() -> None:
    assert len(names()) >= 8


@pytest.mark.parametrize("name", names())
def test_only_an_answer_is_right(name: str, copy: Path) -> None:
    status, said = press(EXERCISE, name, cwd=copy)
    unsolved = (status, "NotImplementedError" in said, "not yet" in said) == (1, True, True)
    assert unsolved, f"{name} holds an answer, which is yours alone: git restore ghetto_asyncio/*/exercises\n{said}"
    chapter, exercise = name.split(".")
    folder = copy / "ghetto_asyncio" / chapter
    shutil.copy(folder / f"solutions/{exercise}.py", folder / f"exercises/{exercise}.py")
    status, said = press(EXERCISE, name, cwd=copy)
    assert (status, "right" in said) == (0, True), said


def test_an_answer_without_end_is_stopped(copy: Path) -> None:
    answer = copy / "ghetto_asyncio/turns/exercises/weights.py"
    answer.write_text("def run(weighted):\n    while weighted:\n        pass\n")
    tool = copy / "press/commands/exercise.py"
    tool.write_text(tool.read_text("utf-8").replace("SECONDS = 20", "SECONDS = 0.1"), "utf-8")
    status, said = press(EXERCISE, "turns.weights", cwd=copy)
    assert (status, "no answer after 0.1 s: does your program end?" in said) == (1, True)


def test_an_answer_that_leaves_its_exercise_is_not_right(copy: Path) -> None:
    answer = copy / "ghetto_asyncio/turns/exercises/weights.py"
    answer.write_text("def run(weighted):\n    for task, _ in weighted:\n        list(task)\n")
    status, said = press(EXERCISE, "turns.weights", cwd=copy)
    assert (status, "Got:" in said) == (1, True)
