"""Runs a test again, from its fixtures to their ends, records that, and says what is seen of it."""
from __future__ import annotations

import functools
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from whoruns.doors.limit import limited
from whoruns.events import ENDS, RecordingFile
from whoruns.program import Cell, Seen, followed, record, text_of
from whoruns.source import Text, is_in
from whoruns.story.recording import Recording
from whoruns.story.waiting import in_short
from whoruns.wording import _, speaking

MOST = 100
"""So many files of a project are followed: those that are nearest to the test."""
LONGEST = 100
"""Characters of a file's name."""
PLAIN = re.compile(r"[\w.-]+(\[[\w.-]+\])?")
"""A test's name that says in a file's name, too, which one it is."""
RUNNER = "_run_tests_and_fixtures"
"""AnyIO's task that runs tests."""
VARYING = re.compile(r"0x[0-9a-f]+|\d+(\.\d+)?")
"""Parts of an error's words that may differ from run to run."""
LIMIT = re.compile(r"Failed: (?:no end after |Timeout \(?>)(\d+(?:\.\d+)?)")
"""The error of a test that has taken longer than so many seconds: ours (``limit.py``), and that of pytest-timeout."""


def failure(error: BaseException) -> str:
    """Return an error in one line: its kind, and the first line of its message."""
    return ": ".join(filter(None, [type(error).__name__, str(error).partition("\n")[0]]))


def are_alike(error: str, other: str) -> bool:
    """Say whether two runs of a test have failed alike: numbers in the words may differ."""
    return VARYING.sub("", error) == VARYING.sub("", other)


@dataclass(frozen=True)
class Again:
    """A test that was run again, and recorded."""

    seen: Seen
    error: BaseException | None
    """With which it has failed."""
    over: float
    """Seconds until it was over, but for the ends of fixtures."""

    @property
    def needs_real_time(self) -> bool:
        """Say whether it was refused something that there is in real time only."""
        return any(limit.kind in ("threads", "processes", "network") for limit in self.seen.limits)

    def fails_as(self, first: str) -> bool:
        """Say whether it has failed as it did at `first`, in one line, or was stopped, or has taken longer, too."""
        if self.seen.ending or ((limit := LIMIT.match(first)) and self.over > float(limit[1])):
            return True
        return self.error is not None and are_alike(first, failure(self.error))


def recorded(
    item: pytest.Item, nextitem: pytest.Item | None, paths: Sequence[Path], limit: float | None = None
) -> Again:
    """Run a test and record it, with the fixtures of its function.

    `paths`: the files and folders that are followed; by default, the project's modules that the test's module uses.
    `limit`: if time is to be real, the seconds that each part of the test may take.
    """
    errors: list[BaseException] = []
    over: list[float] = []

    def run() -> None:
        begin = time.monotonic()
        for when, error in errors_of(item, nextitem, limit):
            errors.extend([error] if error else [])
            over.extend([time.monotonic() - begin] * (when != "teardown"))
        if errors:
            raise errors[0]

    root = item.config.rootpath
    others = followed(paths) if paths else used(getattr(item, "module", None), root)
    others = {path: text for path, text in others.items() if path != str(item.path)}
    cell = Cell(text_of(item.path), called(item.path, root), str(item.path), run, others, frozenset())
    with uncaptured(item.config), anyio_says(getattr(item, "originalname", item.name)):
        seen = record(cell, command=f"pytest {item.nodeid} --whoruns=always", real=limit is not None)
    if seen.recording is not None:
        tidied(seen.recording)
    return Again(seen, errors[0] if errors else None, over[-1])


def tidied(recording: RecordingFile) -> None:
    """Leave out pytest's own frames, around the test, and lanes of what was run after the end of a recording."""
    events, lanes = recording["events"], recording["lanes"]
    for event in events:
        if at := event.get("at"):
            last = max((place for place, spot in enumerate(at) if spot[0] >= 0), default=-1)
            event["at"] = at[: last + 1]
    told = {event["lane"] for event in events}
    told |= {item[0] for event in events for items in event.get("queues", {}).values() for item in items}
    del lanes[max(told) + 1 :]


@contextmanager
def anyio_says(name: str) -> Iterator[None]:
    """Let AnyIO's task that runs a test, and its fixtures, be called like the test."""
    runner: Any = getattr(sys.modules.get("anyio._backends._asyncio"), "TestRunner", None)
    function = getattr(runner, RUNNER, None)
    if function is None:
        yield
        return
    function.__name__ = name
    try:
        yield
    finally:
        function.__name__ = RUNNER


def errors_of(
    item: Any, nextitem: pytest.Item | None, limit: float | None
) -> Iterator[tuple[str, BaseException | None]]:
    """Run a test as pytest does, and report nothing: yield "setup", "call", "teardown" after each, and its error."""
    if hasattr(item, "_request") and not item._request:
        item._initrequest()
    hook, ends = item.ihook, {"item": item, "nextitem": nextitem}
    try:
        error = error_of(functools.partial(hook.pytest_runtest_setup, item=item), limit)
        yield "setup", error
        if error is None:
            error = error_of(functools.partial(hook.pytest_runtest_call, item=item), limit)
            kept = [each.value for each in getattr(item, "_excinfo", None) or ()]  # by unittest's
            yield "call", error or next(iter(kept), None)
        yield "teardown", error_of(functools.partial(hook.pytest_runtest_teardown, **ends), limit)
    finally:
        item._request, item.funcargs = False, None


def error_of(call: Callable[[], object], limit: float | None) -> BaseException | None:
    """Call a function, perhaps for so many seconds at most, and return its error."""
    try:
        with limited(limit) if limit else nullcontext():
            call()
    except BaseException as error:
        return error
    return None


@contextmanager
def uncaptured(config: pytest.Config) -> Iterator[None]:
    """Let pytest take no output of a test, but hide what goes past Python's streams."""
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    if capture is None or not capture.is_globally_capturing():
        yield
        return
    capture.resume_global_capture()
    capture.item_capture = lambda when, item: nullcontext()
    try:
        yield
    finally:
        del capture.item_capture
        capture.suspend_global_capture()
        capture.read_global_capture()


def used(module: ModuleType | None, root: Path) -> dict[str, Text]:
    """Return the files of a project that a module uses, the nearest ones, by their paths."""
    found: dict[str, Text] = {}
    todo, known = [module] if module else [], {id(module)}
    while todo and len(found) < MOST:
        here = todo.pop(0)
        path = getattr(here, "__file__", None) or ""
        if not (path.endswith(".py") and is_in(str(root), path)):
            continue
        if (text := text_of(Path(path))).strip():
            found[path] = Text(called(Path(path), root), text)
        for value in list(vars(here).values()):
            name = value.__name__ if type(value) is ModuleType else getattr(value, "__module__", None)
            other = sys.modules.get(name) if type(name) is str else None
            if other is not None and id(other) not in known:
                known.add(id(other))
                todo.append(other)
    return found


def called(path: Path, root: Path) -> str:
    """Return how a file is called: from the project's folder on."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def target(item: pytest.Item, folder: Path) -> Path:
    """Return where the page of a test lies: tests/test_client/TestPool.test_get-3.html."""
    file, _colons, name = item.nodeid.partition("::")
    name = name.replace("::", ".")
    short = re.sub(r"[^\w.]+", "-", name).strip("-")[:LONGEST]
    if len(name) > LONGEST or not PLAIN.fullmatch(name):
        short += f"-{sha256(item.nodeid.encode()).hexdigest()[:6]}"
    return folder / Path(file).with_suffix("") / f"{short}.html"


def write(folder: Path, path: Path, page: str) -> None:
    """Write a page in a folder that no version control takes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not (folder / ".gitignore").exists():
        (folder / ".gitignore").write_text("*\n", "utf-8")
    path.write_text(page, "utf-8")


def told(again: Again, first: str | None, left: Sequence[str], language: str) -> list[str]:
    """Return lines on the recording of a test that has failed `first`, in one line, or has `left` tasks behind."""
    seen, second = again.seen, again.error
    words = []
    with speaking(language):
        if left:
            words.append(_("Tasks that it leaves behind: {names}").format(names=", ".join(left)))
        if first is not None and not again.fails_as(first):
            words.append(
                _("It has failed otherwise when it was run again: {error}").format(error=failure(second)) if second
                else _("It has not failed when it was run again to be recorded.")
            )
        words += seen.sentences(language) if seen.ending or seen.limits else []
        if seen.ending not in ("hangs", "again") and seen.story is not None and (first is not None or left):
            words += in_short(seen.story, moment(seen.story, again.over, bool(left)))
    return words


def moment(story: Recording, over: float, leaves: bool) -> int:
    """Return the event at which it is told who waits for whom: the last at which the process waits, within the test.

    Of a test that `leaves` tasks, or never waits: the last one of a task before the loop asks all tasks to end.
    """
    waits = [wait.first for wait in story.waits if wait.start < over]
    if waits and not leaves:
        return waits[-1]
    asks = (number for number, event in enumerate(story.events) if event["ev"] == "cancels" and event["lane"] == 0)
    last = next((number for number in asks if number > max(waits, default=0)), len(story.events)) - 1
    while last > 0 and story.events[last]["ev"] in ENDS:  # with which the loop's doings are told
        last -= 1
    return last
