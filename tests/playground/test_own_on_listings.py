"""Programs of readers that stand on the listings: what is recorded of them is what happens, under each Python."""
from __future__ import annotations

import json
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from press.catalogue import ROOT, find
from whoruns.events import AFTER
from whoruns.recorder.own import record_own
from whoruns.tests.own import printed_alone, read_of, recorded
from whoruns.tests.pythons import pythons, said_by, start

PROGRAMS = sorted((ROOT / "tests/playground/programs").glob("*.py"))
TELL = "import pathlib; from press.catalogue import ROOT; from whoruns.tests.own import tell; " \
    "tell(sorted((ROOT / 'tests/playground/programs').glob('*.py')))"


def test_all_pythons_record_the_same() -> None:
    with ExitStack() as stack:
        others = list(pythons().items())[1:]
        started = {version: stack.enter_context(start(python, "-c", TELL)) for version, python in others}
        here = json.loads(json.dumps({path.stem: recorded(path).recording for path in PROGRAMS}))
        for version, process in started.items():
            there = json.loads(said_by(process))
            assert [name for name in here if here[name] != there[name]] == [], f"under {version}"


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_recorded_program_does_what_it_does_alone(path: Path) -> None:
    own = recorded(path)
    assert (own.error, own.ending, own.limits) == (None, "", [])
    assert own.output == printed_alone(path)
    recording = read_of(path)
    for task in set(recording.tasks) - recording.calls:
        states = [moment.states[task] for moment in recording.moments]
        assert [pair for pair in pairwise(states) if len(set(pair)) > 1 and pair[1] not in AFTER[pair[0]]] == []


def test_who_waits_on_a_loop_of_coroutines_is_seen() -> None:
    own = record_own(find("workbench.our_loop", ROOT).source(), "mine.py")
    assert own.recording is not None, own
    queues = [event["queues"] for event in own.recording["events"] if "queues" in event]
    waiting = [[item[1] for item in each.get("waiting", ())] for each in queues]
    assert ["serve(2) 1 (listener)", "talk 1 (Ann)"] in waiting
