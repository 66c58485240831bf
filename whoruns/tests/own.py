"""Programs as readers write them, what is recorded of each, and what a plain tracer sees of it.

``python -m whoruns.tests.own`` prints the recordings, as JSON, under any Python and with nothing else.
"""
from __future__ import annotations

import asyncio
import functools
import gc
import io
import json
import logging
import sys
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from itertools import pairwise
from pathlib import Path
from types import AsyncGeneratorType, CodeType, CoroutineType, FrameType
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
from whoruns.tests.places import PROGRAMS


@functools.cache
def recorded(path: Path) -> Own:
    """Return what is recorded of a program."""
    return record_own(path.read_text("utf-8"), path.name)


def read_of(path: Path) -> Recording:
    """Return the recording of a program, read."""
    own = recorded(path)
    assert own.recording is not None, own
    return read(own.recording, (Text(path.name, path.read_text("utf-8")),))


class Plain:
    """Runs a program in a world that nobody listens to, and looks at each line where asyncio's tasks are.

    It asks what the recorder does not: which tasks there are (``all_tasks()``), whether what each waits for is done,
    and in which coroutine it hangs.
    """

    def __init__(self, path: Path, traced: bool = True) -> None:
        self.file = path.name
        self.seen: list[tuple[int, dict[str, str]]] = []
        """For each line its number, and {what a task is called: where it is}."""
        code = compile(path.read_text("utf-8"), self.file, "exec")
        variables: dict[str, Any] = {"__name__": "__main__"}
        self.world = AsyncioWorld(Nobody(), variables, ())
        printed = io.StringIO()
        before = sys.gettrace()
        with (
            unheard(), fresh_listings(package.LOOPS.root), replacing_time(self.world), in_order(),
            redirect_stdout(printed), redirect_stderr(io.StringIO()),
        ):
            if traced:
                sys.settrace(self._trace)
            try:
                exec(code, variables)
            finally:
                sys.settrace(before)
                variables.clear()
                gc.collect()
        self.printed = printed.getvalue().splitlines()

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename != self.file or self.world.acting:
            return None
        if event == "line" and not is_inner(frame.f_code):
            here = frame.f_lineno, dict(self._tasks())
            if not self.seen or self.seen[-1] != here:
                self.seen.append(here)
        return self._trace

    def _tasks(self) -> Iterator[tuple[str, str]]:
        loop = asyncio.events._get_running_loop()
        for task in asyncio.all_tasks(loop) if loop else ():
            coro: Any = task.get_coro()
            awaits, inner = task._fut_waiter, innermost(coro)  # type: ignore[attr-defined]
            if task is asyncio.current_task(loop):
                state = "runs"
            elif awaits is None or awaits.done():
                state = "is ready"
            else:
                state = "sleeps" if inner == "sleep" else "waits"
            yield called(task, coro), state


@contextmanager
def unheard() -> Iterator[None]:
    """Let asyncio log nothing, and Python say nothing of coroutines that are forgotten."""
    log, kept = logging.getLogger("asyncio"), warnings._warn_unawaited_coroutine  # type: ignore[attr-defined]
    log.disabled, warnings._warn_unawaited_coroutine = True, lambda coro: None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        log.disabled, warnings._warn_unawaited_coroutine = False, kept  # type: ignore[attr-defined]


def is_inner(code: CodeType) -> bool:
    """Say whether code is part of a line."""
    return code.co_name[0] == "<" and code.co_name != "<module>"


def innermost(coro: Any) -> str:
    """Return the name of the coroutine in which a task hangs, also past asynchronous generators."""
    name = ""
    while isinstance(coro, CoroutineType) or (coro := generator_of(coro)) is not None:
        name, coro = coro.__name__, coro.cr_await if isinstance(coro, CoroutineType) else coro.ag_await
    return name


def generator_of(awaited: object) -> AsyncGeneratorType[Any, Any] | None:
    """Return the asynchronous generator that is awaited, or closed."""
    return next((each for each in gc.get_referents(awaited) if isinstance(each, AsyncGeneratorType)), None)


def called(task: Any, coro: Any) -> str:
    """Return how a reader would call a task: as the program does, or like what its function was given."""
    if not task.get_name().startswith("Task-"):
        return str(task.get_name())
    if not isinstance(coro, CoroutineType):
        return getattr(generator_of(coro), "__name__", "task")
    variables = coro.cr_frame.f_locals if coro.cr_frame is not None and coro.cr_code.co_argcount else {}
    given = variables.get(coro.cr_code.co_varnames[0]) if variables else None
    return given if isinstance(given, str) else f"{coro.__name__}({given})" if type(given) is int else coro.__name__


STATES = {"run": "runs", "ready": "is ready", "sleep": "sleeps", "read": "waits", "calls": "runs"}
"""What a recording calls the same."""


def shown(recording: Any) -> list[tuple[int, dict[str, str]]]:
    """Return of a recording what `Plain` sees, who knows nothing of numbers behind names."""
    found: list[tuple[int, dict[str, str]]] = []
    calls = {recording.lanes[lane]["name"] for lane in recording.calls}
    for moment in recording.moments:
        if moment.event["ev"] == "line":
            lanes = [(lane.get("like", lane["name"]), number) for number, lane in enumerate(recording.lanes)]
            told = {name: moment.states.get(number) for name, number in lanes if name not in calls}
            tasks = {name: STATES[state] for name, state in told.items() if state in STATES}
            here = moment.at[0][1], tasks
            if not found or found[-1] != here:
                found.append(here)
    return found


NOWHERE = ("none", "made", "dropped", "done", "lost")
"""States of tasks that stand in no place."""


def astray(recording: Recording) -> list[str]:
    """Return who neither runs nor is over, and is not in exactly one place after a row, in the table or the panel.

    And who goes on in the next row, and was not ready.
    """
    found = []
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
