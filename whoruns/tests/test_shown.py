"""What is shown of the tool's own runs is true: the oracle says so, and laws that need no oracle."""
from __future__ import annotations

import pytest

from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes
from whoruns.tests.oracle.laws import broken
from whoruns.tests.oracle.truth import lies
from whoruns.tests.small_runs import SMALL, VIEWS, shown


@pytest.mark.parametrize("names", VIEWS, ids="+".join)
def test_what_is_shown_is_true_keeps_the_laws_and_is_drawn(names: tuple[str, ...]) -> None:
    for each in shown(names):
        oracle = SMALL.told(each.run)
        none([*lies(each, oracle), *broken(each), *strokes.wrong(each, oracle)])
