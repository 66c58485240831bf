"""Queues of a program's own loop: their items are asked again only where something may have changed."""
from __future__ import annotations

from collections import deque
from collections.abc import Generator
from types import ModuleType

import pytest

from whoruns.events import Item, RecordingFile
from whoruns.recorder import limited
from whoruns.recorder.boxes import rows
from whoruns.recorder.found import Found, FoundRun
from whoruns.recorder.limited import LimitedRecorder
from whoruns.recorder.own import record_own
from whoruns.recorder.tracing import watch
from whoruns.stretch import Stretch

TURNS = """
from collections import deque
def job(number, times):
    for step in range(times):
        yield
ready = deque(job(number, {times}) for number in range({jobs}))
while ready:
    task = ready.popleft()
    try:
        next(task)
    except StopIteration:
        continue
    ready.append(task)
"""
HEIRS = """
from collections import deque
def job():
    yield
ready = deque([job()])
born = 1
while ready:
    task = ready.popleft()
    if next(task, "over") == "over":
        del task
        if born < 4:
            ready.append(job())
            born += 1
    else:
        ready.append(task)
"""


def recorded(source: str) -> RecordingFile:
    """Return the recording of a program."""
    found = record_own(source, "mine.py").recording
    assert found is not None
    return found


def one() -> Generator[None]:
    """Yield once."""
    yield


def test_each_task_is_asked_once_however_often_it_has_a_turn() -> None:
    """Items of a queue are looked at when they come; seeing that the others are the same is counted apart."""
    asked = {}
    for jobs in (10, 15):
        source, files = TURNS.format(jobs=jobs, times=60 // jobs), ["mine.py"]
        module = ModuleType("__main__")

        def main(source: str = source, module: ModuleType = module) -> None:
            exec(compile(source, "mine.py", "exec"), module.__dict__)

        witness = Found(FoundRun(main, ("mine.py",)), files, module.__dict__)
        watch(main, files, LimitedRecorder(witness, files))
        asked[jobs] = witness.asked
    assert asked[10] <= 3 * 10 and asked[15] <= 3 * 15


def test_a_task_that_takes_the_place_of_another_has_its_own_lane() -> None:
    """Also where the interpreter gives it the memory of the one before."""
    found = recorded(HEIRS)
    there = {item for event in found["events"] for item in event.get("queues", {}).get("ready", ())}
    assert [lane["name"] for lane in found["lanes"]] == ["main", "job", "job 2", "job 3", "job 4"]
    assert {tuple(item) for item in there} == {(1, "job"), (2, "job 2"), (3, "job 3"), (4, "job 4")}


def test_what_can_change_unseen_has_no_rows() -> None:
    """Objects may have other attributes; generators, and numbers beside them, cannot change."""
    task, other = one(), one()
    assert rows(deque([task, other])) == rows([task, other]) != rows([other, task])
    assert rows([(1, 0, task)]) == rows([(1, 0, task)]) != rows([(2, 0, task)])
    assert rows([object()]) is rows([(1, [])]) is rows([task, (1, task)]) is rows({1: task}) is None


def test_who_asks_too_often_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose queues have to be asked again and again is recorded as far as that takes a few seconds."""
    monkeypatch.setattr(limited, "MOST_ASKED", 10)
    found = record_own(TURNS.format(jobs=20, times=2), "mine.py")
    assert found.ending == "too long"


@pytest.mark.parametrize("index", [0, -1, slice(None), slice(1, 3), slice(None, None, -1), slice(5, 1)])
def test_a_stretch_is_like_the_list_that_it_is_a_piece_of(index: int | slice) -> None:
    """For any index, and any slice."""
    items: list[Item] = [(number, str(number)) for number in range(9)]
    assert Stretch(items, 2, 7)[index] == items[2:7][index]
