"""The picture in whoruns' README is drawn from the program beside it."""
from __future__ import annotations

import re
from pathlib import Path

from press.catalogue import ROOT
from press.take.drawings import alone
from whoruns import record

FOLDER = ROOT / "whoruns"


def drawn(readme: str) -> str:
    """Return the drawing of the first program of the README."""
    program = re.search(r"(?s)```python\n(import asyncio\n.*?)```", readme)
    assert program, "the README has a program"
    figure = record(program[1], name="tea.py").figure()
    assert figure, "it is drawn"
    return alone(figure["svg"]) + "\n"


def stale(path: Path, svg: str) -> str:
    """Write a drawing into its file if that has another one, and say so."""
    if path.read_text("utf-8") == svg:
        return ""
    path.write_text(svg, "utf-8")
    return f"{path.name} was stale and is drawn anew: look at it, and commit it"


def test_the_picture_is_that_of_the_program() -> None:
    assert not stale(FOLDER / "tea.svg", drawn((FOLDER / "README.md").read_text("utf-8")))


def test_another_program_is_another_picture(tmp_path: Path) -> None:
    path = tmp_path / "tea.svg"
    path.write_bytes((FOLDER / "tea.svg").read_bytes())
    other = (FOLDER / "README.md").read_text("utf-8").replace('("Ann", "Bob")', '("Ann", "Eve")')
    assert "stale" in stale(path, drawn(other)) and not stale(path, drawn(other))
