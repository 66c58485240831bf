"""The README of each house names every module of it, and CONTRIBUTING.md no setting that is gone."""
from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from press.catalogue import ROOT
from whoruns.recorder.run_file import RunFile
from whoruns.tests.complaints import none

HOW_TO = "CONTRIBUTING.md"
HOUSES = {"press": ("listing/html.py", 2), "whoruns": ("story/turns.py", 1)}
"""The houses, and of each a module, and in how many lines its README names it."""


def problems(house: str, root: Path) -> Iterator[str]:
    """Yield the modules that the table of a house's README does not name, and the names that are no modules."""
    named, page = set(), f"{house}/README.md"
    for number, line in enumerate((root / page).read_text("utf-8").splitlines(), 1):
        if row := re.match(r"\| `(\w+)/` \| ", line):
            folder = Path(house) / row[1].removeprefix(house)
            for path in ((folder / name).as_posix() for name in re.findall(r"`(\w+\.py)`", line)):
                named.add(path)
                if not (root / path).is_file():
                    yield f"{page}:{number}: there is no {path}"
        elif (word := re.match(r"\| \w+ \| .* \| `(\S+\.py)` \|", line)) and not (root / house / word[1]).is_file():
            yield f"{page}:{number}: there is no {house}/{word[1]}"
    for file in sorted((root / house).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        ours = not path.startswith((f"{house}/tests/", f"{house}/build/"))  # pip leaves the latter
        if path not in named and file.name != "__init__.py" and ours:
            yield f"{page}: say in the table what {path} is for"


def unknown(text: str) -> set[str]:
    """Return what the table of the settings of a run names and RunFile does not."""
    return set(re.findall(r"(?m)^ +\| `(\w+)` \|", text)) - {each.name for each in dataclasses.fields(RunFile)}


@pytest.mark.parametrize("house", HOUSES)
def test_every_module_is_named(house: str) -> None:
    none(problems(house, ROOT))


@pytest.mark.parametrize(("house", "module", "times"), [(house, *case) for house, case in HOUSES.items()])
def test_a_module_that_is_new_or_gone_is_told(house: str, module: str, times: int, tmp_path: Path) -> None:
    leave_out = shutil.ignore_patterns("static", "tests", "__pycache__")
    shutil.copytree(ROOT / house, tmp_path / house, ignore=leave_out)
    (tmp_path / house / module).rename(tmp_path / house / module.replace(".py", "_.py"))
    found = "\n".join(problems(house, tmp_path))
    gone = re.findall(rf"(?m)^{house}/README\.md:(\d+): there is no {house}/{re.escape(module)}$", found)
    assert len(set(gone)) == times
    assert f"{house}/README.md: say in the table what {house}/{module.replace('.py', '_.py')} is for" in found


def test_a_setting_of_a_run_that_is_named_is_there() -> None:
    text = (ROOT / HOW_TO).read_text("utf-8")
    assert not unknown(text), f"{HOW_TO}, 'A recorded run': RunFile has no such settings"
    assert unknown(text.replace("   | `clock` |", "   | `watch` |")) == {"watch"}
