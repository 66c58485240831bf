"""Long runs: the first rows and the last ones are drawn, all else is said, and each event costs the same."""
from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from whoruns.drawing.weave import View, Weave
from whoruns.events import Item
from whoruns.page.drawn import Figure, drawn
from whoruns.story.beats import FEW, beats, every_beat, shown_rows
from whoruns.story.notes import Notes
from whoruns.story.recording import Recording
from whoruns.story.replay import Standing
from whoruns.story.sentences import MANY, happening
from whoruns.story.steps import TOLD
from whoruns.stretch import Stretch, kept, told_changes
from whoruns.tests.long_run import long_run

MANY_TASKS = 200
FIRST, LAST = FEW


@pytest.fixture(scope="module")
def figure() -> Figure:
    """Return the figure of two hundred tasks with three turns each."""
    return drawn([long_run(MANY_TASKS, 2)])


def test_of_a_long_run_the_first_rows_and_the_last_ones_are_shown() -> None:
    recording = long_run(MANY_TASKS, 2)
    rows, every = beats(recording), every_beat(recording, 0, 9)
    gap = rows[FIRST]
    assert [row.kind for row in rows].count("gap") == 1
    assert rows[:FIRST] == tuple(every[:FIRST])
    assert rows[-LAST:] == tuple(every[-LAST:])
    assert gap.rows == len(every) - FIRST - LAST
    assert all(one.last + 1 == other.first for one, other in pairwise(rows))
    assert shown_rows(recording) == (
        f"The first 300 rows and the last 100 are shown; {gap.rows} rows between them are left out."
    )


def test_of_a_short_run_nothing_is_left_out() -> None:
    recording = long_run(4, 3)
    assert "gap" not in {row.kind for row in beats(recording)}
    assert shown_rows(recording) == ""


def test_a_gap_says_in_drawing_table_and_panel_what_it_stands_for(figure: Figure) -> None:
    recording = long_run(MANY_TASKS, 2)
    gap = beats(recording)[FIRST]
    words = f"{gap.rows} rows are left out"
    first, last, shown = figure["steps"]["rows"][FIRST]
    step = dict(zip(figure["steps"]["fields"], figure["steps"]["steps"][shown]))
    assert first == last == shown
    assert words in figure["steps"]["values"][step["say"]]
    (told,) = (row[1][0][0] for row in figure["table"]["body"] if row[0] == [("…", False)])
    assert told.startswith(words)
    assert words in figure["svg"]
    assert figure["svg"].count('class="gap"') == 1


def test_what_begins_and_ends_in_a_gap_is_not_drawn() -> None:
    (timeline,) = Weave([(long_run(6, 200), View())], "it").timelines
    gap = timeline.beats[FIRST]
    inside = [span for span in timeline.contents.cancellations if gap.first <= span.first and span.last <= gap.last]
    assert inside == []
    tops = [row.y for row in timeline.layout.rows]
    assert tops == sorted(tops)
    assert timeline.layout.y(gap.first) == timeline.layout.y(gap.last)


def test_where_very_many_stand_the_first_ones_are_told(figure: Figure) -> None:
    steps = figure["steps"]
    told = [dict(zip(steps["fields"], (steps["values"][cell] for cell in step))) for step in steps["steps"]]
    assert max(len(items) for step in told for _name, items in step["queues"]) == MANY
    assert {len(step["states"]) for step in told} == {TOLD}
    assert steps["more"] == f"… {MANY_TASKS - TOLD} more"
    assert steps["asks"] == []
    assert len(json.dumps(figure)) < 1_000_000


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls of functions, and how often generators go on."""
    found: Counter[str] = Counter()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: found.update([event]))
    try:
        work()
    finally:
        sys.setprofile(before)
    return found["call"]


def story(recording: Recording) -> None:
    """Read a recording: rows, steps, and their words."""
    rows = beats(recording)
    Notes(recording, rows)
    for number, _step in enumerate(recording.steps):
        happening(recording, number)


def test_an_event_costs_the_same_however_many_tasks_there_are() -> None:
    few, many = (calls_of(partial(story, long_run(*size))) for size in ((8, 20), (107, 1)))
    assert many < 1.3 * few


def test_what_is_kept_of_a_queue_is_read_as_what_is_told() -> None:
    """Items come, leave, or are moved: the changes lead from one queue to the other, and the rows are the same."""
    chance = random.Random(7)
    items: list[Item] = [(lane, str(lane)) for lane in range(9)]
    shared = items * 4
    standing = Standing({"ready": ()}, range(9))
    for _each in range(300):
        first = chance.randrange(20)
        told = chance.choice([
            chance.choices(items, k=chance.randrange(8)), Stretch(shared, first, first + chance.randrange(12)),
        ])
        now = Standing({"ready": told}, range(9), standing)
        old = list(standing.told["ready"])
        assert all(old[start : start + length] == list(told)[place : place + length]
                   for start, place, length in kept(standing.told["ready"], told))
        count = Counter(old)
        for _name, item, by in told_changes(standing.told, now.told):
            count[item] += by
        assert +count == Counter(told)
        if chance.random() < 0.7:
            assert [each[:2] for each in now.queues["ready"]] == list(told)
        standing = now
