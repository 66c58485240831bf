"""Several runs in one figure stand in common rows of time."""
from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.oracle import shown_together
from tests.support.recorded import recorded
from whoruns.drawing.weave import View
from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes

PAIRS = (
    ("clocks.loop", "clocks.cancelled", "clocks.virtual"), ("kernel.two_ways_on_tasks", "kernel.two_ways"),
    ("lost.lost_event_bug", "readiness.small"), ("waiting.barging_bug", "waiting.lost_bug"),
    ("groups.counts", "groups.one_fails"), ("groups.join_bug", "groups.taskgroup"),
    ("turns.quantum_1", "turns.quantum_2", "turns.quantum_100"),
    ("turns.threads", "coroutines.without_threads"),
)


@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_the_same_time_is_at_the_same_height(names: tuple[str, ...]) -> None:
    """And who waits does so from the end of the row before, also where another run has more to tell of that time."""
    for shown in shown_together(names, View(), "en"):
        none([*strokes.times(shown), *strokes.rows(shown)])


@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_what_stands_side_by_side_is_recorded_alike(names: tuple[str, ...]) -> None:
    """As many lanes, but for one; in the same order, where they have the same names."""
    lanes = [[each.lanes[lane]["name"] for lane in each.tasks] for each in map(recorded, names)]
    for one, other in pairwise(lanes):
        assert abs(len(one) - len(other)) <= 1
        assert [name for name in one if name in other] == [name for name in other if name in one]
