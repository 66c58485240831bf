"""The script that takes statements out sees what is missed, and what is not."""
from __future__ import annotations

import ast

import pytest

from tests.judges import mutants

MODULE = '''
"""A module."""
import that


def outside():
    return 1


class Lock:
    """A class."""

    waiting = ()

    def release(self):
        """Free it."""
        while self.waiting:
            self.waiting.pop()
        return True
'''


def test_what_is_taken_out() -> None:
    found = [(where, ast.unparse(node)) for where, node in mutants.statements(ast.parse(MODULE))]
    assert found == [
        ("outside", "return 1"), ("Lock.release", "while self.waiting:\n    self.waiting.pop()"),
        ("Lock.release", "self.waiting.pop()"), ("Lock.release", "return True"),
    ]
    assert ast.unparse(mutants.without(MODULE, 3)).count("pass") == 1
    assert "return True" not in ast.unparse(mutants.without(MODULE, 3))


@pytest.mark.parametrize("module", mutants.MODULES)
def test_each_module_has_statements(module: str) -> None:
    assert mutants.listed(module)


def test_one_that_is_missed() -> None:
    sessions = [each for each in mutants.witnesses("tasks.task") if each.name == "listings/tasks/task.pycon"]
    assert mutants.noticed("tasks.task", None, sessions) == ""
    assert mutants.noticed("tasks.task", 0, sessions).startswith("listings/tasks/task.pycon: ")
    assert mutants.noticed("tasks.task", 0, ()) == ""


def test_whoever_is_spared_is_there() -> None:
    there = {(module, each.where, each.text) for module in mutants.MODULES for each in mutants.listed(module)}
    assert mutants.spared().keys() <= there
