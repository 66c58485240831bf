"""Each file of the machinery says what it does, and what it imports is below it."""
from __future__ import annotations

import ast
import functools
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from press.catalogue import ROOT
from tests.support.shell import Done, run
from whoruns.tests.complaints import none

BUILT = ROOT / "whoruns/build"
"""What `pip install ./whoruns` leaves behind."""
FILES = [
    path for folder in ("press", "whoruns", "bench", "tests") for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.is_relative_to(BUILT)
]
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}


@functools.cache
def imported(path: Path) -> set[str]:
    """Return the names of the modules that a file imports, and of what it takes out of them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def silent(path: Path) -> bool:
    """Has a file no docstring?"""
    return not ast.get_docstring(ast.parse(path.read_text("utf-8")))


def test_a_file_says_what_it_does() -> None:
    none(f"{path.relative_to(ROOT)}:1: say what the file does" for path in FILES if silent(path))


def test_a_file_that_says_nothing_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "silent.py"
    path.write_text("import ast\n")
    assert silent(path)


LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint_imports(root: Path) -> Done:
    """Hold the imports below a root against the contracts in its pyproject.toml."""
    return run(sys.executable, "-c", LINT, "--no-cache", "--no-logo", cwd=root)


def test_imports_go_one_way() -> None:
    status, said = lint_imports(ROOT)
    assert status == 0, said


REFUSED = [
    ("press/text.py", "import press.catalogue", "press.text -> press.catalogue (l.1)"),
    ("press/listing/html.py", "from press.figures import kept", "press.listing.html -> press.figures.kept (l.1)"),
    ("whoruns/story/recording.py", "import whoruns.drawing.weave", "whoruns.story.recording -> whoruns.drawing.weave"),
    ("whoruns/story/table.py", "from whoruns.story import steps", "whoruns.story.table -> whoruns.story.steps (l.1)"),
    ("whoruns/events.py", "import press.catalogue", "whoruns.events -> press.catalogue (l.1)"),
    ("press/search/index.py", "import press.theme.furo", "press.search.index -> press.theme.furo (l.1)"),
    ("press/proof.py", "from tests.support import shell", "press.proof -> tests.support.shell (l.1)"),
    ("whoruns/recorder/world.py", "import whoruns.recorder.replacing", "No cycles are allowed in whoruns.recorder."),
    ("press/new.py", "", "press.new"),
]


def test_an_import_that_goes_up_or_sideways_is_refused(tmp_path: Path) -> None:
    for folder in ("press", "whoruns", "bench", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for module, line, _complaint in REFUSED:
        path = tmp_path / module
        path.write_text(f"{line}\n" + (path.read_text("utf-8") if path.exists() else ""), "utf-8")
    status, said = lint_imports(tmp_path)
    assert (status, [complaint for *_change, complaint in REFUSED if complaint not in said]) == (1, []), said


def test_no_test_imports_a_test() -> None:
    for name, path in MODULES.items():
        tests = {other for other in imported(path) & set(MODULES) if other.rpartition(".")[2].startswith("test_")}
        assert not tests, f"{name} imports a test; what two tests need belongs into tests/support"


def needed(modules: Iterable[str]) -> dict[str, set[str]]:
    """Return for these modules, and all of ours that they need, which packages each imports that are not Python's."""
    found: dict[str, set[str]] = {}
    waiting = list(modules)
    for name in waiting:
        others = imported(MODULES[name])
        found[name] = {other.partition(".")[0] for other in others} - sys.stdlib_module_names - {"press", "whoruns"}
        waiting += [other for other in sorted(others & set(MODULES)) if other not in waiting]
    return found


def test_what_records_and_what_runs_in_a_page_needs_nothing_but_python() -> None:
    doors = "whoruns.doors.", "whoruns.sphinx"  # into other tools, which are there where they are opened
    ours = [name for name in MODULES if re.match(r"whoruns(?!\.tests)|press\.playground", name)]
    ours = [name for name in ours if not name.startswith(doors)]
    found = needed([*ours, "press.commands.record", "press.proof"])
    none(f"{name} needs {strange}, and may need nothing but Python" for name, strange in found.items() if strange)
    assert needed(["press.figures.stepper"])["press.figures.stepper"] == {"docutils", "sphinx"}
