"""The tools are small files without circles."""
from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tiny_book import ROOT

FOLDERS = ("docs/_ext", "tests", "tools")
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_does_one_thing_and_is_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 250
    assert ast.get_docstring(ast.parse(text)), "say in the first line what the file does"


def test_imports_go_one_way() -> None:
    modules = {path.stem: path for path in FILES}
    graph = {}
    for name, path in modules.items():
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        graph[name] = imported & set(modules)
    list(TopologicalSorter(graph).static_order())  # raises CycleError
    for name in graph:
        if modules[name].parent.name == "_ext":
            assert all(modules[other].parent.name == "_ext" for other in graph[name]), f"{name} imports from outside"


def test_file_names_are_unique() -> None:
    """They are imported by their bare names."""
    import sys

    names = [path.stem for path in FILES]
    assert len(names) == len(set(names))
    assert not set(names) & sys.stdlib_module_names
