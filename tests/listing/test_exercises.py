"""An exercise is solved by its solution, and not by anything else; that it is not solved yet, Sybil sees."""
from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from press.catalogue import PACKAGE, ROOT, every_exercise
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


def test_each_solution_is_right(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    names = every_exercise(ROOT)
    assert len(names) >= 8
    for name in names:
        answer(name, importlib.import_module(f"{PACKAGE}.{name.replace('.', '.solutions.')}"), monkeypatch)
        status, said = exercise.main(name), capsys.readouterr().out
        assert (status, "right" in said) == (0, True), said


def tried(body: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said of a function that is not the answer."""
    source = f"import threading\ndef run(weighted):\n    {body}\n"
    answer(WEIGHTS, written(source), monkeypatch)
    assert exercise.main(WEIGHTS) == 1
    said = capsys.readouterr().out
    assert "turns/exercises/weights.py: not yet" in said
    return said


def test_another_answer_is_not_right_and_one_without_end_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Got:" in tried("for task, _ in weighted: list(task)", monkeypatch, capsys)
    assert "ValueError" in tried("raise ValueError", monkeypatch, capsys)
    monkeypatch.setattr(exercise, "SECONDS", 0.5)
    said = tried("threading.Event().wait()", monkeypatch, capsys)
    assert "no answer after 0.5 s: does your program end?" in said


def test_the_command_tries_what_is_written(tree: Path) -> None:
    for name in ("press", "whoruns"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("static", "__pycache__"))
    folder = tree / PACKAGE / "turns"
    shutil.copy(folder / "solutions/weights.py", folder / "exercises/weights.py")
    status, said = press("commands.exercise", WEIGHTS, cwd=tree)
    assert (status, "turns/exercises/weights.py: right, 4 examples." in said) == (0, True), said
