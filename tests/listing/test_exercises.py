"""An exercise is solved by its solution, and not by anything else; that it is not solved yet, Sybil sees."""
from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from press.catalogue import PACKAGE, ROOT
from press.commands import exercise
from tests.support.shell import press

WEIGHTS = "turns.weights"


def answer(name: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a module in the place of the beginning of an exercise."""
    monkeypatch.setitem(sys.modules, f"{PACKAGE}.{name.replace('.', '.exercises.')}", module)


def written(source: str) -> ModuleType:
    """Return a module with this source."""
    module = ModuleType("answer")
    exec(source, module.__dict__)
    return module


def test_there_are_exercises() -> None:
    assert len(exercise.names()) >= 8


@pytest.mark.parametrize("name", exercise.names())
def test_its_solution_is_right(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(name, importlib.import_module(f"{PACKAGE}.{name.replace('.', '.solutions.')}"), monkeypatch)
    status, said = exercise.main(name), capsys.readouterr().out
    assert (status, "right" in said) == (0, True), said


NOT_RIGHT = {
    "that leaves its exercise": ("for task, _ in weighted: list(task)", "Got:"),
    "that breaks off": ("raise ValueError", "ValueError"),
    "without end": ("threading.Event().wait()", "no answer after 0.5 s: does your program end?"),
}


@pytest.mark.parametrize(("body", "complaint"), NOT_RIGHT.values(), ids=NOT_RIGHT)
def test_an_answer_that_is_not_right(
    body: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(exercise, "SECONDS", 0.5)
    answer(WEIGHTS, written(f"import threading\ndef run(weighted):\n    {body}\n"), monkeypatch)
    status, said = exercise.main(WEIGHTS), capsys.readouterr().out
    assert (status, complaint in said, "turns/exercises/weights.py: not yet" in said) == (1, True, True), said


def test_the_command_tries_what_is_written(tree: Path) -> None:
    shutil.copytree(ROOT / "press", tree / "press", ignore=shutil.ignore_patterns("static", "__pycache__"))
    folder = tree / PACKAGE / "turns"
    shutil.copy(folder / "solutions/weights.py", folder / "exercises/weights.py")
    status, said = press("commands.exercise", WEIGHTS, cwd=tree)
    assert (status, "turns/exercises/weights.py: right, 4 examples." in said) == (0, True), said
