"""Several runs in one figure stand in common rows of time."""
from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.recorded import recorded
from whoruns.drawing.weave import View, Weave

PAIRS = (
    ("clocks.loop", "clocks.cancelled", "clocks.virtual"), ("kernel.two_ways_on_tasks", "kernel.two_ways"),
    ("lost.lost_event_bug", "readiness.small"), ("together.barging_bug", "together.lock"),
    ("together.join_bug", "together.block"), ("turns.quantum_1", "turns.quantum_2", "turns.quantum_100"),
    ("turns.threads", "coroutines.without_threads"),
)


def drawn(names: tuple[str, ...]) -> Weave:
    """Return a drawing of runs."""
    return Weave([(recorded(name), View()) for name in names], "it")


@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_the_same_time_is_at_the_same_height(names: tuple[str, ...]) -> None:
    it = drawn(names)
    for part in it.timelines:
        for row in part.layout.rows:
            if row.passes:
                assert row.end == it.ticks[part.layout.time(row)]
            elif row.beat.kind != "setup":
                assert row.y >= it.ticks[part.layout.time(row)]


@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_who_waits_does_so_from_the_end_of_the_row_before(names: tuple[str, ...]) -> None:
    """Also where another run has more to tell of that time, as the nursery has of second 35."""
    for part in drawn(names).timelines:
        for before, row in pairwise(part.layout.rows):
            assert row.y == pytest.approx(before.end), (part.recording.name, row.beat)


@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_what_stands_side_by_side_is_recorded_alike(names: tuple[str, ...]) -> None:
    """As many lanes, but for one; in the same order, where they have the same names."""
    lanes = [[part.recording.lanes[lane]["name"] for lane in part.recording.tasks] for part in drawn(names).timelines]
    for one, other in pairwise(lanes):
        assert abs(len(one) - len(other)) <= 1
        assert [name for name in one if name in other] == [name for name in other if name in one]
