"""Sessions and exercises where a reader has changed something: each example, and its output.

A session runs in a World without peers: waiting makes the clock jump.
"""
from __future__ import annotations

import asyncio
import doctest
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypedDict, Unpack

from press.catalogue import ROOT, Listing, every_exercise, find, find_session, session_of_exercise
from press.leaks import Leak, no_leaks
from press.playground.edits import edited_listings
from press.proof import OPTIONS, Runner, unproved
from whoruns.events import Kind
from whoruns.memory.sockets import numbers
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.world import Told, TooLong, World

EVENTS = 100_000
"""A session with more events has no end."""
CHARACTERS = 100_000
"""More than that is not printed."""


RUNS = (str(Path(__file__).parents[1]), doctest.DocTestRunner.run.__code__.co_filename)
"""Files that run the examples, and are not the reader's business."""


class Proved(TypedDict):
    """The outcome of an example."""

    line: int
    """Of the session, where it begins."""
    source: str
    want: str
    got: str
    right: bool


class Proof(TypedDict):
    """The outcome of a session."""

    examples: list[Proved]
    """Those that were run."""
    right: bool
    said: list[str]
    """Other faults, such as things left open."""


class Counting:
    """Counts the events in a World, until there are too many."""

    def __init__(self) -> None:
        self.left = EVENTS

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Count an event."""
        self.left -= 1
        if self.left < 0:
            raise TooLong(f"more than {EVENTS} events: does it ever end?")


class Prover(Runner):
    """Runs a session, and keeps the output of each example; ends at an exception that the session does not show."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.found: list[Proved] = []
        self.raised = False
        self._left = CHARACTERS
        really_write = self._fakeout.write  # type: ignore[attr-defined]  # what stands for sys.stdout

        def write(text: str) -> int:
            self._left -= len(text)
            if self._left < 0:
                raise TooLong(f"more than {CHARACTERS} characters are printed: does it ever end?")
            return int(really_write(text))

        self._fakeout.write = write  # type: ignore[attr-defined]

    def _keep(self, test: doctest.DocTest, example: doctest.Example, got: str, right: bool) -> None:
        self.found.append({
            "line": (test.lineno or 0) + example.lineno + 1, "source": example.source, "want": example.want,
            "got": got, "right": right,
        })

    def report_success(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._keep(test, example, example.want if example.exc_msg else got, True)

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self._keep(test, example, got, False)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        printed = self._fakeout.getvalue()  # type: ignore[attr-defined]
        self._keep(test, example, printed + "".join(shown(exc_info[1])), False)
        self.optionflags |= doctest.FAIL_FAST
        self.raised = True


def shown(error: BaseException) -> list[str]:
    """Return the lines of a traceback, without the frames that run the example."""
    whole = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException | None] = [whole]
    while chain:
        if (found := chain.pop()) is not None:
            found.stack[:] = [frame for frame in found.stack if not frame.filename.startswith(RUNS)]
            chain += [found.__cause__, found.__context__, *(found.exceptions or ())]
    return list(whole.format())


@contextmanager
def no_running_loop() -> Iterator[None]:
    """Let programs run loops of asyncio, although this one may be called by another."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


def prove(text: str, name: str, edits: Mapping[str, str], root: Path, options: int = OPTIONS) -> Proof:
    """Run a session with the listings as they are edited; return the outcome of each example."""
    if wrong := unproved(text):
        return {"examples": [], "right": False, "said": [f"{number}: {what}" for number, what in wrong.items()]}
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, None, 0)
    runner, said, before = Prover(verbose=False, optionflags=options), [], set(numbers.files)
    with edited_listings(edits, root), replacing_time(World(Counting())), no_running_loop():
        try:
            with no_leaks():
                runner.run(test, out=lambda text: None)
                test.globs.clear()
        except Leak as leak:
            said.append(str(leak))
        except KeyboardInterrupt:
            return {"examples": runner.found, "right": False, "said": ["KeyboardInterrupt"]}
    whole = len(runner.found) == len(test.examples)
    if not said and (left := sorted(set(numbers.files) - before)):
        said.append(f"left behind: descriptors {', '.join(map(str, left))}")
    if runner.raised or not whole:
        said.clear()  # it did not come to closing what it has opened
    right = whole and all(each["right"] for each in runner.found) and not said
    return {"examples": runner.found, "right": right, "said": said}


def session(listing: str, edits: Mapping[str, str], session: str | None = None, root: Path = ROOT) -> Proof:
    """Run the session of a listing, or another text in its place."""
    text = find_session(find(listing, root)) if session is None else session
    return prove(text, listing, edits, root)


def exercise(name: str, edits: Mapping[str, str], root: Path = ROOT) -> Proof:
    """Try an answer to an exercise, as ``make exercise`` does: up to the first example that is not right."""
    if name not in every_exercise(root):
        raise KeyError(name)
    for listing, text in edits.items():
        path = str(Listing(listing, root).module)
        try:
            compile(text, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:  # no example is right, whatever it needs
            return {"examples": [], "right": False, "said": ["".join(traceback.format_exception_only(error))]}
    return prove(session_of_exercise(name, root), name, edits, root, OPTIONS | doctest.FAIL_FAST)
