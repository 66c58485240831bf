"""press/README.md names every module of the press, CONTRIBUTING.md every setting of a run, and none that is gone."""
from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from press.catalogue import ROOT
from whoruns.recorder.run_file import RunFile

PAGE, HOW_TO = "press/README.md", "CONTRIBUTING.md"


def problems(root: Path) -> Iterator[str]:
    """Yield the modules that the table of the page does not name, and the names that are no modules."""
    named = set()
    for number, line in enumerate((root / PAGE).read_text("utf-8").splitlines(), 1):
        if row := re.match(r"\| `(\w+)/` \| ", line):
            folder = Path("press") / row[1].removeprefix("press")
            for path in ((folder / name).as_posix() for name in re.findall(r"`(\w+\.py)`", line)):
                named.add(path)
                if not (root / path).is_file():
                    yield f"{PAGE}:{number}: there is no {path}"
        elif (word := re.match(r"\| \w+ \| .* \| `(\S+\.py)` \|", line)) and not (root / "press" / word[1]).is_file():
            yield f"{PAGE}:{number}: there is no press/{word[1]}"
    for file in sorted((root / "press").rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if path not in named and file.name != "__init__.py":
            yield f"{PAGE}: say in the table what {path} is for"


def differing(text: str) -> set[str]:
    """Return the settings of a run that the table in the text leaves out or makes up."""
    settings = {field.name for field in dataclasses.fields(RunFile)} - {"main", "files"}
    return settings ^ set(re.findall(r"^ +\| `(\w+)` \|", text, re.MULTILINE))


def test_every_module_is_named() -> None:
    assert list(problems(ROOT)) == []


def test_a_module_that_is_new_or_gone_is_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "press", tmp_path / "press", ignore=shutil.ignore_patterns("static", "__pycache__"))
    (tmp_path / "press/figures/turns.py").rename(tmp_path / "press/figures/stretches.py")
    found = "\n".join(problems(tmp_path))
    gone = re.findall(r"(?m)^press/README\.md:(\d+): there is no press/figures/turns\.py$", found)
    assert len(set(gone)) == 3, "in the table of modules, and of two of the sixteen words"
    assert "press/README.md: say in the table what press/figures/stretches.py is for" in found


def test_every_setting_of_a_run_is_named() -> None:
    text = (ROOT / HOW_TO).read_text("utf-8")
    assert not differing(text), f"{HOW_TO}, 'A recorded run': the table is not what RunFile says"
    assert differing(text.replace("   | `clock` |", "   | `watch` |")) == {"clock", "watch"}
