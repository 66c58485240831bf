"""The tool's own runs are shown as they are: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import subprocess
import sys

import pytest

from whoruns.tests import mutants
from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes
from whoruns.tests.own import shown_of
from whoruns.tests.places import PROGRAMS, ROOT
from whoruns.tests.small_runs import VIEWS, wrong


@pytest.mark.parametrize("names", VIEWS, ids="+".join)
def test_what_is_shown_is_true_keeps_the_laws_and_is_drawn(names: tuple[str, ...]) -> None:
    none(wrong(names))


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "server"])
def test_what_is_drawn_of_a_program_is_as_its_steps_say(name: str) -> None:
    """In server, there is so little room that words break."""
    none(strokes.unlike_its_steps(shown_of(PROGRAMS[name])))


def test_each_line_that_is_made_wrong_is_still_there() -> None:
    none(mutants.outdated())


def test_each_line_that_is_made_wrong_is_noticed() -> None:
    """In a process of its own, which has no threads, since it makes another one for each of them."""
    command = [sys.executable, "-m", "whoruns.tests.mutants", "-q"]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    none(f"{line}: nobody notices {mutants.MUTANTS[int(line)]}" for line in done.stdout.split("\n") if line.isdigit())
    assert len(done.stdout.splitlines()) == len(mutants.MUTANTS[mutants.QUICK])
