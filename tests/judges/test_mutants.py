"""The script that cuts things out of listings sees what is missed, and what is not."""
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
        while self.waiting and not self.held:
            self.waiting.pop()
        return True
'''


def test_what_is_cut_out() -> None:
    assert [(where, text) for where, _, _, text in mutants.cuts(ast.parse(MODULE))] == [
        ("outside", "return 1"), ("Lock.release", "while self.waiting and (not self.held):"),
        ("Lock.release", "self.waiting.pop()"), ("Lock.release", "return True"),
        ("Lock.release", "and self.waiting"), ("Lock.release", "and not self.held"), ("Lock.release", "not self.held"),
    ]


@pytest.mark.parametrize(("number", "line"), [
    (0, "    pass"), (2, "            pass"), (4, "        while not self.held:"), (5, "        while self.waiting:"),
    (6, "        while self.waiting and self.held:"),
])
def test_what_is_left(number: int, line: str) -> None:
    text = ast.unparse(mutants.without(MODULE, number))
    compile(text, "module", "exec")
    assert line in text.splitlines()
    assert line not in MODULE.splitlines()


@pytest.mark.parametrize("module", mutants.MODULES)
def test_each_module_is_there(module: str) -> None:
    assert mutants.listed(module)


def test_one_that_is_missed() -> None:
    sessions = [each for each in mutants.witnesses("tasks.task") if each.name == "listings/tasks/task.pycon"]
    assert mutants.noticed("tasks.task", None, sessions) == ""
    assert mutants.noticed("tasks.task", 0, sessions).startswith("listings/tasks/task.pycon: ")
    assert mutants.noticed("tasks.task", 0, ()) == ""


def test_whoever_is_spared_is_there() -> None:
    there = {(module, each.where, each.text) for module in mutants.MODULES for each in mutants.listed(module)}
    assert mutants.spared().keys() <= there
