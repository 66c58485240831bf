"""What is shown of the tool's own runs is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import pytest

from whoruns.tests import mutants
from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes
from whoruns.tests.oracle.laws import broken
from whoruns.tests.oracle.truth import lies
from whoruns.tests.small_runs import SMALL, VIEWS, shown


def wrong(names: tuple[str, ...]) -> list[str]:
    """Return all that is wrong about what a figure shows of its runs."""
    shares = [(each, SMALL.told(each.run)) for each in shown(names)]
    return [said for each, oracle in shares for said in [
        *lies(each, oracle), *broken(each), *strokes.wrong(each, oracle),
    ]]


@pytest.mark.parametrize("names", VIEWS, ids="+".join)
def test_what_is_shown_is_true_keeps_the_laws_and_is_drawn(names: tuple[str, ...]) -> None:
    none(wrong(names))


@pytest.mark.parametrize("number", mutants.QUICK, ids=lambda number: mutants.MUTANTS[number].module)
def test_a_line_that_is_wrong_is_noticed(number: int) -> None:
    assert mutants.said(number), mutants.MUTANTS[number]
