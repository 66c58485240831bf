"""The machinery is small files without circles."""
from __future__ import annotations

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

from press.catalogue import ROOT

FILES = [path for folder in ("press", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}


def imported(path: Path) -> set[str]:
    """Give the names of the modules that a file imports, and of what it takes out of them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_a_file_does_one_thing_and_is_short() -> None:
    for name, path in MODULES.items():
        text = path.read_text("utf-8")
        assert len(text.splitlines()) <= 250, f"{name} is long: what in it is a thing of its own?"
        assert ast.get_docstring(ast.parse(text)), f"{name}: say in the first line what the file does"


def test_imports_go_one_way() -> None:
    graph = {name: imported(path) & set(MODULES) - {name} for name, path in MODULES.items()}
    list(TopologicalSorter(graph).static_order())  # raises CycleError
    for name in graph:
        if name.startswith("press"):
            assert all(other.startswith("press") for other in graph[name]), f"{name} imports from the tests"
        if name.startswith("tests"):
            tests = {other for other in graph[name] if other.rpartition(".")[2].startswith("test_")}
            assert not tests, f"{name} imports a test; what two tests need belongs into tests/support"


def test_the_recorder_needs_nothing_but_python() -> None:
    ours = [name for name in MODULES if name.startswith("press.recorder")]
    for name in [*ours, "press.commands.record", "press.catalogue", "press.text", "press.proof", "press.leaks"]:
        strange = {other.partition(".")[0] for other in imported(MODULES[name])} - sys.stdlib_module_names
        assert strange <= {"press"}, f"{name} needs {strange}"
