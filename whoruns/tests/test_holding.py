"""Who holds what others wait for, from when to when: as a tracer of asyncio's own locks sees it, and as it is said."""
from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

import pytest

from whoruns.recorder.own import Own, record_own
from whoruns.source import Text
from whoruns.story.recording import Recording, read
from whoruns.story.sentences import happening
from whoruns.tests.complaints import none
from whoruns.tests.oracle import strokes
from whoruns.tests.own import shown_as
from whoruns.tests.random_programs import library, program
from whoruns.tests.witness import orderly

WAYS = dedent("""\
    import asyncio

    async def use(lock, seconds, fails=False):
        async with lock:
            await asyncio.sleep(seconds)
            if fails:
                raise ValueError(seconds)

    async def sit(gate):
        async with gate:
            await asyncio.sleep(2)

    async def take(cup):
        await cup.acquire()
        await asyncio.sleep(9)

    async def main():
        lock, gate, cup = asyncio.Lock(), asyncio.Semaphore(2), asyncio.Lock()
        runs = {"Ann": use(lock, 5), "Bob": use(lock, 1, True), "Cat": use(lock, 1), "Dan": sit(gate), "Eve": sit(gate),
                "Fay": sit(gate), "Gil": take(cup), "Hal": take(cup)}
        tasks = [asyncio.create_task(coro, name=name) for name, coro in runs.items()]
        await asyncio.sleep(1)
        tasks[0].cancel()
        cup.release()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with lock:
            try:
                await asyncio.wait_for(lock.acquire(), 1)
            except TimeoutError:
                await asyncio.sleep(1)
        async with gate:
            await cup.acquire()

    asyncio.run(main())
""")
"""A task has a lock until it is cancelled, or fails, or another one gives it back, or for ever."""
NAME = "mine.py"
NUMBERS = range(30)
Known = Counter[tuple[str, float, float | None]]
"""How often something is held, and awaited meanwhile: the name of the task, if it has one, and from when to when."""


@dataclass
class Held:
    """A lock is held."""

    lock: object
    task: object
    first: float
    last: float | None = None
    awaited: bool = False


class Tracer:
    """Sees ``acquire()`` and ``release()``; nothing else of it is known to the recorder."""

    def __init__(self) -> None:
        self.all: list[Held] = []

    def now(self, lock: object) -> list[Held]:
        """Return who has a lock."""
        return [each for each in self.all if each.lock is lock and each.last is None]

    def asks(self, lock: Any) -> None:
        """A task asks for a lock: if it has to wait, those who have it are waited for."""
        for each in self.now(lock) if lock.locked() else ():
            each.awaited = True

    def takes(self, lock: Any) -> None:
        """A task has a lock."""
        waiting = any(not each.done() for each in lock._waiters or ())
        self.all.append(Held(lock, asyncio.current_task(), clock(), awaited=waiting))

    def gives(self, lock: Any) -> None:
        """A task, or the loop, gives a lock back: its own, else the oldest one."""
        held, task = self.now(lock), asyncio.current_task()
        if held:
            next((each for each in held if each.task is task), held[0]).last = clock()

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Trace."""
        with pytest.MonkeyPatch.context() as patch:
            for kind in (asyncio.Lock, asyncio.Semaphore):
                self._replace(patch, kind)
            yield

    def _replace(self, patch: pytest.MonkeyPatch, kind: Any) -> None:
        acquires, releases, tracer = kind.acquire, kind.release, self

        async def acquire(self: Any) -> Any:
            tracer.asks(self)
            found = await acquires(self)
            tracer.takes(self)
            return found

        def release(self: Any) -> Any:
            tracer.gives(self)
            return releases(self)

        patch.setattr(kind, "acquire", acquire)
        patch.setattr(kind, "release", release)


def clock() -> float:
    """Return the seconds on the loop's clock."""
    return asyncio.get_running_loop().time()


def traced(source: str) -> tuple[Own, Recording, Known]:
    """Record a program and trace it meanwhile."""
    tracer = Tracer()
    with tracer.tracing():
        own, story = recorded(source)
    known = Counter(
        (named(each.task), rounded(each.first), None if each.last is None else rounded(each.last))
        for each in tracer.all if each.awaited
    )
    return own, story, known


def recorded(source: str) -> tuple[Own, Recording]:
    """Record a program."""
    with library(), orderly():
        own = record_own(source, NAME)
    assert own.recording is not None, own
    return own, read(own.recording, (Text(NAME, source),))


def named(task: Any) -> str:
    """Return the name that a program has given to a task."""
    name: str = task.get_name()
    return "" if re.fullmatch(r"Task-\d+|None", name) else name


def rounded(time: float) -> float:
    """Return a time as it is compared."""
    return round(time, 6)


def told(story: Recording, known: Known) -> Known:
    """Return what is told to be held; names are those that the tracer knows, too."""
    names = {name for name, _first, _last in known}
    return Counter(
        (
            name if (name := story.like(hold.lane)) in names else "", rounded(story.time(hold.first)),
            None if hold.last == len(story.events) else rounded(story.time(hold.last)),
        )
        for hold in story.holds
    )


def test_what_is_held_is_what_a_tracer_sees() -> None:
    wrong, seen = [], 0
    for number in NUMBERS:
        own, story, known = traced(program(number))
        if own.ending:
            continue  # the tracer also sees how it is ended
        seen += known.total()
        if (found := told(story, known)) != known:
            wrong.append(f"program {number}: told {found - known}, seen {known - found}")
    none(wrong)
    assert seen > 10, "something is held"


def test_it_is_drawn_and_said_from_being_taken_to_being_given_back() -> None:
    """Also where another task gives it back; the places that nobody waits for are left out."""
    own, story = recorded(WAYS)
    names = [lane["name"] for lane in story.lanes]
    held = [(names[each.lane], each.name, *map(story.time, (each.first, min(each.last, len(story.events) - 1))))
            for each in story.holds]
    assert held == [
        ("Ann", "lock", 0, 1), ("Dan", "gate", 0, 2), ("Eve", "gate", 0, 2), ("Gil", "cup", 0, 1),
        ("Hal", "cup", 1, 12), ("Bob", "lock", 1, 2), ("main", "lock", 10, 12),
    ]
    assert [hold.last == len(story.events) for hold in story.holds] == [False] * 4 + [True, False, False]
    shown = shown_as(own, WAYS, roomy=True)
    none(each for law in (strokes.lasting, strokes.held) for each in law(shown))
    drawn = [mark.text for span in shown.drawing.spans if "holding" in span.classes for mark in span.of("mono")]
    assert sorted(drawn) == ["cup", "cup", "gate", "gate", "lock", "lock", "lock"]
    said = [happening(story, number) for number in range(len(story.steps))]
    for words in (
        "Ann takes lock", "Bob asks for lock.acquire(); Bob waits for lock.acquire; Ann has it", "2 have it: Dan, Eve",
        "Ann gives lock back (waiting for it: Bob, Cat)", "Gil has cup no more (waiting for it: Hal)",
        "Bob takes lock (waiting for it: Cat)", "main asks for cup.acquire(); main waits for cup.acquire; Hal has it",
    ):
        assert any(words in each for each in said), words
    assert "lock.acquire · Ann has it" in " ".join(mark.text for row in shown.drawing.rows for mark in row.marks)
