"""Of a large drawing: which rows are one group that repeats, where the troubles are, and who waits for whom."""
from __future__ import annotations

from whoruns import record
from whoruns.program import Seen
from whoruns.story.beats import Beat, beats
from whoruns.story.folding import HIDDEN, Fold, folds, repeats
from whoruns.story.overview import overview
from whoruns.story.recording import Recording
from whoruns.story.steps import lanes_of

TICKS = """\
import asyncio


async def tick(queue):
    for n in range(30):
        await asyncio.sleep(n + 1)
        await queue.put(n)


async def take(queue):
    while await queue.get() < 29:
        pass


async def main():
    queue = asyncio.Queue()
    await asyncio.gather(tick(queue), take(queue))


asyncio.run(main())
"""
TROUBLES = """\
import asyncio


async def work(n, gate):
    async with asyncio.timeout(5 if n < 2 else None):
        await gate.wait()
    if n == 2:
        raise ValueError(n)


async def main():
    gate = asyncio.Event()
    tasks = [asyncio.create_task(work(n, gate), name=f"work {n}") for n in range(12)]
    await asyncio.sleep(6)
    tasks[7].cancel()
    gate.set()
    await asyncio.wait(tasks)
    tasks[2].exception(), tasks[0].exception(), tasks[1].exception()


asyncio.run(main())
"""


def told(source: str) -> tuple[Recording, tuple[Beat, ...], Seen]:
    """Record a program; return its story, the rows, and what was seen."""
    seen = record(source)
    assert seen.story is not None and seen.error is None
    return seen.story, beats(seen.story), seen


def lines(recording: Recording, row: Beat) -> list[tuple[int, ...]]:
    """Return which lines are run in a row."""
    return [event["at"][0][:2] for event in recording.events[row.first : row.last + 1] if event["ev"] == "line"]


def test_rows_that_repeat_are_one_group_and_the_same_lines_run_in_them() -> None:
    recording, rows, _seen = told(TICKS)
    (fold,) = folds(recording, rows)
    assert (fold.rows, fold.times) == (3, 29)
    for number in range(fold.row, fold.row + fold.hidden):
        one, other = rows[number], rows[number + fold.rows]
        assert (one.kind, one.lane, lines(recording, one)) == (other.kind, other.lane, lines(recording, other))
    end = fold.row + fold.rows * fold.times
    before, after = rows[fold.row : fold.row + fold.rows], rows[end : end + fold.rows]
    assert [lines(recording, row) for row in before] != [lines(recording, row) for row in after]


def group(rows: str, lanes: str, times: int = 1) -> list[tuple[int, int]]:
    """Return rows: how they look, as letters, and their lanes, as digits."""
    return [(ord(look), int(lane)) for look, lane in zip(rows * times, lanes * times)]


def test_a_group_is_of_the_same_lanes_each_time_or_of_others_each_time() -> None:
    assert list(repeats(group("abc", "012", 5))) == [Fold(0, 3, 5)]
    assert list(repeats(group("x", "9") + group("a" * 10, "0123456789"))) == [Fold(1, 1, 10)]
    twice = list(repeats(group("a" * 10, "0123456789", 2)))
    assert twice == [Fold(0, 1, 10), Fold(10, 1, 10)], "each round of ten"
    assert list(repeats(group("ab" * 8, "0102030405060708"))) == [Fold(0, 2, 8)], "one and the same, and another one"
    assert list(repeats(group("a" * 12, "001122334455"))) == [Fold(0, 2, 6)]
    assert list(repeats(group("a" * 12, "012012012012"))) == [Fold(0, 3, 4)]
    assert list(repeats(group("a" * 12, "012210012345"))) == []


def test_a_few_rows_are_not_folded_and_the_group_that_comes_most_often_is() -> None:
    few = HIDDEN // 3
    assert list(repeats(group("abc", "012", few))) == []
    assert list(repeats(group("abc", "012", few + 1))) == [Fold(0, 3, few + 1)]
    assert next(iter(repeats(group("aaaaaaaaaaab", "000000000001", 4)))) == Fold(0, 1, 11)


def test_errors_deadlines_and_cancellations_are_where_they_happen_and_whom_they_concern() -> None:
    recording, rows, seen = told(TROUBLES)
    found = overview(recording, rows)
    figure = seen.figure()
    assert found is not None and figure is not None
    names = {place: recording.lanes[lane]["name"] for lane, place in lanes_of(recording).items()}
    data = figure["steps"]
    steps = [dict(zip(data["fields"], (data["values"][cell] for cell in step))) for step in data["steps"]]
    marks = [(kind, steps[step]["time"], [names[lane] for lane in whom]) for kind, step, whom, _words in found["marks"]]
    assert marks == [
        ("deadline", 5, ["work 0", "work 1"]), ("error", 5, ["work 0"]), ("error", 5, ["work 1"]),
        ("cancelled", 6, ["work 7"]), ("error", 6, ["work 2"]),
    ]
    words = [words for _kind, _step, _whom, words in found["marks"]]
    assert words[0].startswith("the deadline of work 0 strikes (5\xa0s); the deadline of work 1")
    assert words[3:] == ["main cancels work 7", "work 2: ValueError(2)"]
    last = [step for kind, step, *_others in found["marks"] if kind == "error"][-1]
    assert "ValueError" in steps[last]["say"] and steps[last]["at"][0][1] in (8, 4)
    waited = {(names[one], names[other]) for one, other, _first, _last in found["waits"]}
    assert ("main", "work 5") in waited and ("work 5", "main") not in waited


def test_of_each_lane_it_is_said_how_long_it_waits_and_how_it_ends() -> None:
    recording, rows, _seen = told(TROUBLES)
    found = overview(recording, rows)
    assert found is not None
    lanes = {recording.lanes[lane]["name"]: place for lane, place in lanes_of(recording).items()}
    asked = [each[3:] for each in found["asks"] if each[0] == lanes["work 1"]]
    assert asked == [("gate.wait() (mine.py:6)", 0, 5)]
    ends = {lane: words for lane, _step, words in found["ends"]}
    assert ends[lanes["work 7"]] == "6\xa0s: main cancels work 7"
    assert ends[lanes["work 2"]] == "6\xa0s: fails: ValueError(2)"
    stuck, rows, _seen = told(TROUBLES.replace("gate.set()", "tasks[0].exception(), tasks[1].exception()"))
    found = overview(stuck, rows)
    assert found is not None
    assert [each[3:] for each in found["asks"] if each[0] == lanes["work 5"]] == [("gate.wait() (mine.py:6)", 0, None)]


def test_a_small_drawing_has_it_only_if_something_goes_wrong() -> None:
    recording, rows, seen = told(TICKS.replace("30", "3").replace("29", "2"))
    assert overview(recording, rows) is None
    assert "bookWays" not in seen.page()
    assert "bookWays" in record(TICKS).page()
    few = told(TROUBLES.replace("range(12)", "range(3)").replace("    tasks[7].cancel()\n", ""))[:2]
    assert (found := overview(*few)) is not None and len(few[1]) < 20
    assert {kind for kind, *_others in found["marks"]} == {"error", "deadline"}
