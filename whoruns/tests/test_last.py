"""Of a run of which the end is kept, all is told as it is where the whole run is: states, places, variables, words."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from whoruns.earlier import shortened
from whoruns.events import OS, Event, File, RecordingFile
from whoruns.program import next_turn, record
from whoruns.recorder import asyncio_loop, limited, own
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.started import Start
from whoruns.source import Text
from whoruns.story.beats import MANY, Beat, beats, every_beat
from whoruns.story.notes import Notes
from whoruns.story.recording import Recording, read
from whoruns.story.sentences import happening
from whoruns.story.spans import cancellations, timers
from whoruns.story.steps import standing
from whoruns.story.waiting import in_words
from whoruns.tests.complaints import none
from whoruns.tests.random_programs import program

NAME = "mine.py"
KEPT = 30
NUMBERS = (201, 204, 211, 224, 241, 278, 335, 445, 482, 495, 505, 604, 623, 712, 779, 802)
"""Programs of which the end was told otherwise once."""


class Both(limited.Ring):
    """Records the end of a run, and keeps the whole besides."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.gone: list[Event] = []
        self.every = dict(self.lanes.all)

    def _let_go(self) -> None:
        self.every |= self.lanes.all
        events = [*self.events]
        super()._let_go()
        self.gone += events[: len(events) - len(self.events)]

    def recording(self, name: str, entry: str, files: Sequence[File], declared: str) -> RecordingFile:
        """Return the end of the run, and the whole in it."""
        whole = Recorder.recording(self, name, entry, files, declared)
        lanes = self.every | self.lanes.all
        whole["lanes"] = [lanes[lane] for lane in sorted(lanes)]
        new = {lane: number for number, lane in enumerate(sorted(lanes))}
        assert all(lane == number for lane, number in new.items())
        whole["events"] = [event.copy() for event in [*self.gone, *self.events]]
        return {**super().recording(name, entry, files, declared), "whole": whole}  # type: ignore[typeddict-unknown-key]


AGAIN = (False, True)


def recordings(source: str, kept: int = KEPT, again: bool = False) -> tuple[Recording, Recording, int]:
    """Record a program: return the whole run, its end, and how many events are not in that.

    `again`: half of the events that are kept are let go afterwards.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limited, "KEPT", kept)
        patch.setattr(own, "Ring", Both)
        found: Any = own.record_own(source, NAME, start=Start(last=True)).recording
    assert found is not None
    texts = (Text(NAME, source),)
    whole, end = (read(data, texts) for data in (found["whole"], found))
    if again:
        end = read(shortened(found, next_turn(end, (end.stands + len(end.events)) // 2)), texts)
    assert end.earlier is not None
    return whole, end, end.earlier["events"] - end.stands


class Told:
    """What is told of a recording from an event on, so that two can be compared."""

    def __init__(self, recording: Recording, since: int, lanes: Mapping[int, int], before: int) -> None:
        """`lanes` gives for each lane the one that it is called here, `before` is how many events are missing."""
        self.recording, self.since, self.lanes, self.before = recording, since, lanes, before
        self.printed = recording.moments[since].printed
        self.facts = {name: list(getattr(self, name)()) for name in (
            "moments", "steps", "rows", "spans", "wakers", "losses", "stand", "chains",
        )}

    def lane(self, number: int) -> int:
        """Return the number of a lane in both."""
        return self.lanes[number]

    def name(self, lane: int) -> str:
        """Return the name of a lane."""
        return "OS" if lane == OS else self.recording.lanes[lane]["name"]

    def states(self, states: Mapping[int, str]) -> dict[int, str]:
        """Return the states of the lanes that are in both."""
        return {self.lanes[lane]: state for lane, state in sorted(states.items()) if lane in self.lanes}

    def queues(self, queues: Mapping[str, Any]) -> dict[str, list[tuple[int, str]]]:
        """Return the items of the queues."""
        return {name: [(self.lane(item.lane), str(item)) for item in items] for name, items in queues.items()}

    def moments(self) -> Iterator[object]:
        """Yield the moments."""
        for number, moment in enumerate(self.recording.moments[self.since :], self.since):
            plain = {key: moment.event.get(key) for key in ("ev", "t", "value", "request", "text")}
            caller = None if moment.caller is None else self.lane(moment.caller)
            yield (
                plain, [self.lane(lane) for lane in moment.stack], caller, self.states(moment.states),
                self.queues(moment.queues), self.queues(moment.meanwhile), moment.callers, dict(moment.variables),
                moment.this, dict(moment.attributes), moment.printed - self.printed, moment.asleep,
                self.recording.time(number),
            )

    def steps(self) -> Iterator[object]:
        """Yield the steps and their words."""
        numbers = [number for number, step in enumerate(self.recording.steps) if step.event > self.since]
        for number in numbers:
            step = self.recording.steps[number]
            words = happening(self.recording, number) if number > numbers[0] else ""  # the first has earlier effects
            yield (
                step.event + self.before, self.recording.functions(step), self.states(step.states),
                self.queues(step.queues), step.variables, {name for name in step.changed if "self." not in name}, words,
            )

    def beats(self) -> list[Beat]:
        """Return the rows from the event on."""
        rows = every_beat(self.recording, 0, 1e9)
        return [row for row in rows if row.first > self.since]

    def rows(self) -> Iterator[object]:
        """Yield the rows and their notes."""
        rows = self.beats()
        notes = Notes(self.recording, rows)
        for row in rows:
            ends = [(turn.first + self.before, turn.last + self.before, turn.end, turn.value) for turn in row.turns]
            yield (
                row.kind, self.name(row.lane), row.first + self.before, row.last + self.before, ends,
                [(note.kind, note.text) for note in notes.of(row)],
            )

    def spans(self) -> Iterator[object]:
        """Yield the timers and cancellations."""
        yield from sorted(
            (span.kind, self.name(span.lane), span.value, max(span.first, self.since) + self.before,
             span.last + self.before, span.ended, self.name(span.by))
            for span in [*timers(self.recording), *cancellations(self.recording)]
            if span.last >= self.since and span.first != span.last
        )

    def wakers(self) -> Iterator[object]:
        """Yield who wakes whom."""
        for number, pairs in self.recording.wakers.items():
            if number >= self.since:
                yield number + self.before, [(self.name(one), self.name(other)) for one, other in pairs]

    def losses(self) -> Iterator[object]:
        """Yield who is lost."""
        for number, lanes in self.recording.losses.items():
            if number >= self.since:
                yield number + self.before, [self.name(lane) for lane in lanes]

    def chains(self) -> Iterator[object]:
        """Yield who waits for whom, now and then."""
        for number in range(len(self.recording.events) - 1, self.since, -9):
            yield number + self.before, sorted(in_words(self.recording, number))

    def stand(self) -> Iterator[object]:
        """Yield where tasks stand while no line is about to run."""
        recording = self.recording
        shown = [number for number, step in enumerate(recording.steps) if step.event > self.since]
        tasks = [lane for lane in recording.tasks if lane in self.lanes]
        for number, told in standing(recording, tasks, shown).items():
            yield recording.steps[number].event + self.before, sorted(
                (self.name(lane), *others) for lane, *others in told
            )


def differences(source: str, kept: int = KEPT, again: bool = False) -> tuple[int, list[str]]:
    """Return how many events a program's end has not, and what is told otherwise there than of the whole run."""
    whole, end, missing = recordings(source, kept, again)
    if not missing:
        return 0, []
    names = {lane["name"]: number for number, lane in enumerate(whole.lanes)}
    lanes = {number: names[lane["name"]] for number, lane in enumerate(end.lanes)}
    one = Told(whole, end.stands + missing, {lane: lane for lane in lanes.values()}, 0)
    other = Told(end, end.stands, lanes, missing)
    found = []
    for kind, facts in one.facts.items():
        others = other.facts[kind]
        pairs = [(a, b) for a, b in zip(facts, others) if a != b] + [("many", "few")] * (len(facts) != len(others))
        found += [f"{kind}: {len(pairs)}\n  whole {a}\n  end   {b}" for a, b in pairs[:1]]
    return missing, found


SERVICE = """
import asyncio

async def job(n, lock):
    async with asyncio.timeout(60), lock:
        await asyncio.sleep(0.1)

async def waits(event):
    await event.wait()

async def main():
    event = asyncio.Event()
    waiting = asyncio.create_task(waits(event), name="waiting")
    for n in range({}):
        lock = asyncio.Lock()
        await asyncio.gather(*(asyncio.create_task(job(n, lock), name=f"job {{n}} {{each}}") for each in "AB"))
    print("end")
    event.set()
    await waiting

asyncio.run(main())
"""


def test_the_end_of_a_run_is_told_as_in_the_whole_run() -> None:
    found = {(number, again): differences(program(number), again=again) for number in NUMBERS for again in AGAIN}
    assert sum(missing > 0 for missing, _wrong in found.values()) > len(found) * 3 // 4
    none(f"{number}: {each}" for number, (_missing, wrong) in found.items() for each in wrong)


def test_what_is_over_is_left_out_of_the_end_and_what_waits_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One waits from the beginning on; jobs come and go, and of the first ones nothing is kept."""
    made: list[limited.Ring] = []

    class Kept(limited.Ring):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(limited, "KEPT", 300)
    monkeypatch.setattr(asyncio_loop, "EMPTY", 20)
    monkeypatch.setattr(own, "Ring", Kept)
    seen = record(SERVICE.format(120), last=True)
    data, story, (recorder,) = seen.recording, seen.story, made
    assert (seen.ending, seen.output) == ("", ["end"])
    assert data is not None and story is not None
    names = [lane["name"] for lane in data["lanes"]]
    assert names[:3] == ["loop", "main", "waiting"] and names[-1] == "job 119 B" and len(names) < 60
    assert [str(item) for item in story.moments[story.stands].queues["event.wait"]] == ["waiting"]
    kept = data["earlier"]
    assert recorder.earlier.count == kept["events"] > 1500 > 500 > len(data["events"])
    rows = len(beats(story, most=MANY)) - 1
    assert seen.sentences() == [f"The last {rows} rows are shown; {kept['events']} events went before."]
    witness: Any = recorder.witness
    parts = (recorder.lanes, recorder.frames, witness, witness.loop, recorder.values, recorder.earlier)
    sizes = {
        f"{type(part).__name__}.{name}": len(held) for part in parts for name, held in vars(part).items()
        if isinstance(held, dict | list | set | deque) and name != "_called"
    }
    assert max(sizes.values()) < 90, sizes
