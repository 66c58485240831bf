"""What is shown of the tool's own runs is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import pytest

from whoruns.tests import mutants
from whoruns.tests.complaints import none
from whoruns.tests.small_runs import VIEWS, wrong


@pytest.mark.parametrize("names", VIEWS, ids="+".join)
def test_what_is_shown_is_true_keeps_the_laws_and_is_drawn(names: tuple[str, ...]) -> None:
    none(wrong(names))


def test_each_line_that_is_made_wrong_is_still_there() -> None:
    none(mutants.outdated())


@pytest.mark.parametrize("number", mutants.QUICK, ids=lambda number: mutants.MUTANTS[number].module)
def test_a_line_that_is_wrong_is_noticed(number: int) -> None:
    assert mutants.said(number), mutants.MUTANTS[number]
