"""Programs as readers write them, the recording of each, and its output alone.

``python -m whoruns.tests.own`` prints the recordings, as JSON, under any Python and with nothing else.
"""
from __future__ import annotations

import functools
import gc
import io
import json
import logging
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from whoruns import package
from whoruns.recorder.asyncio_tasks import AsyncioWorld
from whoruns.recorder.own import Own, record_own
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.sandbox import fresh_listings
from whoruns.recorder.ties import in_order
from whoruns.recorder.world import Nobody
from whoruns.source import Text
from whoruns.story.beats import beats
from whoruns.story.recording import Recording, read
from whoruns.story.steps import extents_of
from whoruns.tests.oracle.shown import Shown, figure
from whoruns.tests.places import PROGRAMS


@functools.cache
def recorded(path: Path) -> Own:
    """Return the recording of a program."""
    return record_own(path.read_text("utf-8"), path.name)


def read_of(path: Path) -> Recording:
    """Return the recording of a program, read."""
    own = recorded(path)
    assert own.recording is not None, own
    return read(own.recording, (Text(path.name, path.read_text("utf-8")),))


def shown_of(path: Path) -> Shown:
    """Return a program as it is shown."""
    return shown_as(recorded(path), path.read_text("utf-8"))


def shown_as(own: Own, text: str, roomy: bool = False) -> Shown:
    """Return a program with this text as it is shown; if it is `roomy`, in a large drawing if that is needed."""
    assert own.recording is not None, own
    (found,) = figure([(own.recording, (Text(own.recording["run"], text),))], roomy=roomy)
    return found


def printed_alone(path: Path) -> list[str]:
    """Return the output of a program in a world without a listener."""
    variables: dict[str, Any] = {"__name__": "__main__"}
    printed = io.StringIO()
    with (
        unheard(), fresh_listings(package.LOOPS.root), replacing_time(AsyncioWorld(Nobody(), variables, ())),
        in_order(), redirect_stdout(printed), redirect_stderr(io.StringIO()),
    ):
        try:
            exec(compile(path.read_text("utf-8"), path.name, "exec"), variables)
        finally:
            variables.clear()
            gc.collect()
    return printed.getvalue().splitlines()


@contextmanager
def unheard() -> Iterator[None]:
    """Let asyncio log nothing, and Python say nothing of coroutines that are forgotten."""
    log, kept = logging.getLogger("asyncio"), warnings._warn_unawaited_coroutine  # type: ignore[attr-defined]
    log.disabled, warnings._warn_unawaited_coroutine = True, lambda coro: None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        log.disabled, warnings._warn_unawaited_coroutine = False, kept  # type: ignore[attr-defined]


NOWHERE = ("none", "made", "dropped", "done", "lost")
"""States of tasks that stand in no place."""


def astray(recording: Recording) -> list[str]:
    """Return the tasks that neither run nor are over, and are not in exactly one place after a row, in table or panel.

    And those that go on in the next row, and were not ready; and those whose request is not the place where they stand.
    """
    found = [
        f"{recording.lanes[lane]['name']} asks for {asked} at event {number}, and stands in {place}"
        for number, moment in enumerate(recording.moments) if moment.event["ev"] == "yield"
        for lane, asked in [(recording.folded[moment.event["lane"]], moment.event.get("request", [""])[0])]
        for name, items in moment.queues.items() if recording.queues[name] in ("read", "sleep")
        for item in items if item.lane == lane
        for place in [re.sub(r"( \d+$|\(.*)", "", name) if recording.queues[name] == "read" else "sleep"]
        if asked != place
    ]
    rows = beats(recording)
    starts = [row.first for row in rows]
    row_of = [bisect_right(starts, step.event) - 1 for step in recording.steps]
    for row, (_first, _last, shown) in zip(rows, extents_of(rows, [step.lane for step in recording.steps], row_of)):
        after, step = recording.moments[row.last], recording.steps[shown]
        then = recording.moments[recording.handed_back(step.event)]
        for sight, moment, shows in (("table", after, after.queues), ("panel", then, step.queues)):
            for lane in set(recording.tasks) - recording.calls - set(moment.stack):
                places = [name for name in shows if recording.queues[name]]
                there = [name for name in places if any(item.lane == lane for item in shows[name])]
                if len(there) != (moment.states[lane] not in NOWHERE):
                    found.append(f"{sight}: {recording.lanes[lane]['name']} in {there} after event {row.last}")
    for row, following in pairwise(rows):
        lane, after = following.lane, recording.moments[row.last]
        goes_on = row.kind != "setup" and following.kind == "turn" and lane in set(recording.tasks) - recording.calls
        if goes_on and lane not in after.stack and after.states[lane] != "ready":
            found.append(f"{recording.lanes[lane]['name']} goes on after event {row.last}, and was not ready")
    return found


def without_taken_back(recording: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out whether a task was asked no more to end: asyncio's TaskGroup takes that back since Python 3.13."""
    events = [
        {key: value for key, value in event.items() if (event["ev"], key) != ("cancels", "request")}
        for event in recording["events"]
    ]
    return {**recording, "events": events}


def tell(paths: Iterable[Path]) -> None:
    """Print the recordings of programs as JSON."""
    with suppress(BrokenPipeError):
        print(json.dumps({path.stem: recorded(path).recording for path in paths}))


if __name__ == "__main__":
    tell(PROGRAMS.values())
