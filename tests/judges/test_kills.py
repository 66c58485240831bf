"""The script that makes mutants sees who notices them."""
from __future__ import annotations

import ast
import sys

import pytest

from tests.judges import kills
from tests.support.shell import run

MODULE = '''
class Lock:
    """A class."""

    waiting = ()

    def release(self):
        """Free it."""
        while self.waiting and not self.held:
            self.waiting.pop()
        return 1 < 2
'''
TURNS = "ghetto_asyncio.turns"
KINDS = {
    "drop": ["if False:\n            return 1 < 2", "if False:\n                self.waiting.pop()"],
    "never": ["while False and (self.waiting and (not self.held))"], "and/or": ["while self.waiting or not self.held"],
    "not": ["while self.waiting and (not not self.held)"], "flip": ["return 1 >= 2"],
}


@pytest.mark.parametrize("wanted", KINDS)
def test_what_is_changed(wanted: str) -> None:
    made = []
    for number, (kind, where, _, _) in enumerate(kills.changes(ast.parse(MODULE))):
        tree = ast.parse(MODULE)
        list(kills.changes(tree))[number][-1]()
        assert where == "Lock.release"
        made += [ast.unparse(tree)] * (kind == wanted)
    assert [line in text for line, text in zip(KINDS[wanted], made, strict=True)] == [True] * len(made)


def test_who_notices() -> None:
    session, asked, other = "listings/turns/round_robin.pycon", f"{TURNS}.round_robin", f"{TURNS}.machine"
    command = [sys.executable, "-m", "tests.judges.kills", "--each", "1", "--free", session, "--", asked, other]
    status, said = run(*command)
    killed, alive, counted = said.splitlines()[:3]
    assert killed.startswith(asked) and killed.endswith(f": {session}")
    assert alive.startswith(other) and alive.endswith(": SURVIVES")
    assert counted == "2 mutants, 1 killed by what is free, 1 by nothing"
    assert status == 1
