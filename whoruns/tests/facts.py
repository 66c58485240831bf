"""The recorder's account of a program and the witness' sight of it, compared fact by fact.

``python -m whoruns.tests.facts 0 5000`` runs the programs with these numbers, under any Python and with nothing else,
and prints the differences: of each program and each kind of fact the first. ``-p 17`` shows a program and all its
differences, ``-p mine.py`` those of a file; ``-a`` also the known errors.
"""
from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoruns.recorder.own import record_own
from whoruns.source import Text
from whoruns.story.recording import read
from whoruns.tests.random_programs import library, program
from whoruns.tests.witness import LOOP, Line, Place, Sight, Value, orderly, witnessed

NAME = "mine.py"
SAID = re.compile(
    "Task |Task was|RuntimeWarning|Exception ignored|Exception in callback|unhandled exception|Future exception|"
    "_GatheringFuture exception|an error occurred"
)
"""How lines begin that Python or asyncio writes, not the program."""
NOT_YET: Mapping[str, str] = {
    "W11": "who asks those to end that are gathered by a task which was asked to end",
    "W16": "that a group asks its task again to end, in 3.13",
}
"""Known errors, which are not compared until they are mended; ``test_random_programs.py`` has programs."""
PATTERNS = {
    "W11": r"^cancels .* told .*\('loop', ",
    "W16": r"^cancels ",
}
"""Which differences are taken for one of these; the others are left out where they are compared."""
ONLY_WITH: Mapping[str, tuple[str, ...]] = {
    "W11": ("current_task().cancel()",), "W16": ("TaskGroup",),
}
"""Words in the programs that have such differences."""
STATES = {
    "run": "run", "calls": "calls", "ready": "ready", "sleep": "sleep", "read": "waits", "done": "done",
    "lost": "lost",
}
"""States of a lane, as the witness calls them."""


@dataclass
class Told:
    """The state that is told when a line is about to run."""

    number: int
    stack: list[int]
    lane: int
    time: float
    printed: int
    states: Mapping[int, str]
    places: Mapping[int, list[str]]
    ready: list[int]
    timers: list[tuple[float, int]]
    cancels: list[tuple[int, int]]
    variables: Mapping[str, str]


@dataclass
class Record:
    """The recorder's account of a program."""

    lanes: list[tuple[str, str]] = field(default_factory=list)
    """The kind and the name of each lane: loop, task, call, peer."""
    lines: list[Told] = field(default_factory=list)
    ends: dict[int, tuple[str, str]] = field(default_factory=dict)
    output: list[str] = field(default_factory=list)
    printers: list[tuple[float, int]] = field(default_factory=list)
    waits: list[tuple[float, float]] = field(default_factory=list)
    error: str = ""
    ending: str = ""


def recorded(source: str) -> Record:
    """Record a program. All that is known here of the recorder stands in this function and in `taken`."""
    with orderly():
        own = record_own(source, NAME)
    recording = read(own.recording, (Text(NAME, source),)) if own.recording is not None else None
    error = own.error["words"].split(":")[0].split(".")[-1] if own.error else ""
    lines = [event["text"] for event in own.recording["events"] if event["ev"] == "print"] if own.recording else []
    return taken(recording, lines, error, own.ending)


def taken(recording: Any, output: list[str], error: str, ending: str) -> Record:
    """Return the account in a recording that has been read."""
    found = Record(output=output, error=error, ending=ending)
    if recording is None:
        return found
    found.lanes = [(lane["kind"], lane["name"]) for lane in recording.lanes]
    timers: dict[int, tuple[float, int]] = {}
    cancels: list[tuple[int, int]] = []
    printed = 0
    for moment in recording.moments:
        event, lane = moment.event, recording.folded[moment.event["lane"]]
        time = round(event.get("t", 0.0), 4)
        if event["ev"] == "print" and not SAID.match(event["text"]):
            printed += 1
            found.printers.append((time, lane))
        if event["ev"] == "waits" and event["timeout"]:
            found.waits.append((time, round(event["timeout"], 4)))
        for timer in event.get("sets", ()):
            timers[timer["id"]] = round(timer["due"], 4), recording.folded[timer["lane"]]
        for number in [*event.get("rings", ()), *event.get("lapses", ())]:
            del timers[number]
        if event["ev"] == "cancels":
            cancels.append((lane, recording.folded[event["whom"]]))
        if event["ev"] in ("return", "raise") and lane == event["lane"]:
            value = event.get("value", "")
            found.ends[lane] = event["ev"], value if event["ev"] == "return" else value.split("(")[0]
        if event["ev"] != "line":
            continue
        places = defaultdict(list)
        for name, items in moment.queues.items():
            for item in items if recording.queues[name] == "read" else ():
                places[item.lane].append(name)
        attributes = {f"self.{name}": value for name, value in moment.attributes.items()}
        found.lines.append(Told(
            moment.at[0][1], [spot[1] for spot in moment.at], lane, time, printed,
            {**moment.states}, places, [item.lane for item in moment.queues.get("ready", ())], sorted(timers.values()),
            list(cancels), {**moment.variables, **attributes},
        ))
    return found


@dataclass(frozen=True)
class Difference:
    """A fact on which the two differ."""

    fact: str
    """The kind of the fact."""
    line: int
    step: int
    """The how manieth line that was run it is."""
    about: str
    told: str
    seen: str

    def __str__(self) -> str:
        return f"line {self.line} (step {self.step}), {self.fact} of {self.about}: told {self.told}, seen {self.seen}"


class Comparison:
    """Holds a record beside the sight of the witness."""

    def __init__(self, told: Record, seen: Sight, not_yet: Collection[str]) -> None:
        self.told, self.seen, self.not_yet = told, seen, not_yet
        self._known = [re.compile(pattern) for name, pattern in PATTERNS.items() if name in not_yet]
        self.lane_of: dict[int, int] = {}
        self.sure: frozenset[int] = frozenset()
        self.found: list[Difference] = []

    def differences(self) -> list[Difference]:
        """Return all differences, up to where the lines are not the same any more."""
        pairs = list(zip(self.told.lines, self.seen.lines))
        same = next((n for n, (told, seen) in enumerate(pairs) if told.number != seen.number), len(pairs))
        self.bind(pairs[:same])
        for step, (told, seen) in enumerate(pairs[:same]):
            self.at(step, told, seen)
        whole = same == len(self.told.lines) == len(self.seen.lines)
        if not whole and (self.told.ending, self.seen.ending) != ("too long", ""):
            here = [lines[same].number if same < len(lines) else 0 for lines in (self.told.lines, self.seen.lines)]
            self.differ("line", self.seen.lines[same - 1].number if same else 0, same, "next", *here)
        elif whole:
            self.at_end(same)
        return self.found

    def differ(self, fact: str, line: int, step: int, about: object, told: object, seen: object) -> None:
        """Take note of a difference."""
        if told != seen:
            found = Difference(fact, line, step, str(about), str(told), str(seen))
            words = str(found).partition(", ")[2]
            if not any(pattern.search(words) for pattern in self._known):
                self.found.append(found)

    # ---- who is who

    def bind(self, pairs: Sequence[tuple[Told, Line]]) -> None:
        """Find the lane of each task: by the first line that each runs; of those that run none, by other facts."""
        for told, seen in pairs:
            new = seen.who != LOOP and seen.who not in self.lane_of and self.kind(told.lane) == "task"
            if new and told.lane not in self.lane_of.values():
                self.lane_of[seen.who] = told.lane
        self.sure = frozenset(self.lane_of)
        for alike in (True, False):
            for task in range(len(self.seen.tasks)):
                free = {lane for lane, (kind, _name) in enumerate(self.told.lanes) if kind == "task"}
                free &= {lane for told, _seen in pairs for lane in told.states} - {*self.lane_of.values()}
                if task not in self.lane_of and free:
                    likeness, lane = max((self.likeness(task, lane, pairs), -lane) for lane in free)
                    if likeness[1] if alike else likeness[0]:
                        self.lane_of[task] = -lane

    def likeness(self, task: int, lane: int, pairs: Sequence[tuple[Told, Line]]) -> tuple[bool, int]:
        """Say whether a lane is called like a task, and at how many lines both are in the same state."""
        name, call = self.seen.tasks[task], self.seen.calls[task]
        names = [each for each in call if each] if name.startswith("Task-") else [name]
        called = any(re.fullmatch(rf"{re.escape(each)}( \d+)?", self.name(lane)) for each in names)
        lives = [(told.states.get(lane), seen.states.get(task)) for told, seen in pairs if task in seen.states]
        return called, sum(STATES.get(told or "") == seen for told, seen in lives)

    def kind(self, lane: int) -> str:
        """Return the kind of a lane."""
        return self.told.lanes[lane][0]

    def name(self, lane: int) -> str:
        """Return the name of a lane."""
        return self.told.lanes[lane][1]

    def task(self, number: int) -> str:
        """Return the name of a task: that of its lane, or asyncio's."""
        if number == LOOP:
            return "loop"
        return self.name(self.lane_of[number]) if number in self.lane_of else f"[{self.seen.tasks[number]}]"

    def lane(self, lane: int) -> str:
        """Return the name of a lane; one of a function is the loop's."""
        return "loop" if self.kind(lane) in ("loop", "call") else self.name(lane)

    # ---- at a line

    def at(self, step: int, told: Told, seen: Line) -> None:
        """Compare the states at a line."""

        def differ(fact: str, about: object, told: object, seen_: object) -> None:
            self.differ(fact, seen.number, step, about, told, seen_)

        differ("who", "run", self.lane(told.lane), self.task(seen.who))
        differ("stack", "frames", told.stack, list(seen.stack))
        differ("ready", "queue", [*map(self.owner, told.ready)], [*map(self.whose, seen.ready)])
        differ("time", "now", told.time, seen.time)
        differ("printed", "lines", told.printed, seen.printed)
        for task, state in seen.states.items():
            if task not in self.lane_of:
                if state != "done":
                    differ("lane", self.seen.tasks[task], "none", state)
                continue
            lane = self.lane_of[task]
            here = told.states.get(lane, "none")
            if (here, state) == ("none", "done") and task not in self.sure:
                continue  # it has run no line
            if (here, state) == ("taken", "ready") and task not in seen.ready:
                continue  # its timer has rung, and the function that puts its step into the queue runs
            differ("state", self.task(task), STATES.get(here, here), state)
            if state == STATES.get(here) == "waits":
                self.places(differ, task, told.places[lane], seen.places.get(task))
        shared = defaultdict(set)  # by place: what is waited for there
        for task, state in seen.states.items():
            place = told.places.get(self.lane_of.get(task, -1), [])
            if state == "waits" and len(place) == 1 and task in seen.places and seen.places[task].about:
                shared[place[0]].add(seen.places[task].about)
        for name, objects in shared.items():
            differ("place", f"what is waited for in {name}", "one thing", "one thing" if len(objects) == 1 else objects)
        unborn = [lane for task, lane in self.lane_of.items() if task not in seen.states]
        for lane in unborn:
            here = told.states.get(lane, "none")
            if here not in ("none", "made"):
                differ("state", self.name(lane), here, "not there")
        timers = [each for each in seen.timers if "F4" not in self.not_yet or str(each[1])[0] != "["]
        mine = sorted((due, self.whose(owner)) for due, owner in timers)
        theirs = sorted((due, self.owner(lane)) for due, lane in told.timers)
        if [due for due, _ in mine] != [due for due, _ in theirs]:
            differ("timers", "all", theirs, mine)
        else:
            for due, owner in [each for each in mine if each[1][0] == "["]:  # it calls what the program has not written
                call, rest = owner.strip("[<>]"), Counter(theirs) - Counter(mine)
                task_s = call[0] == "_" or call in ("open", "set", "print")  # asyncio's, a library's: its task's
                those = [each for each in rest if each[0] == due and (task_s or each[1].endswith(call[-5:]))]
                if those:
                    mine.remove((due, owner))
                    theirs.remove(those[0])
            differ("timers' owners", "all", theirs, mine)
        asked = sorted((self.lane(who), self.lane(whom)) for who, whom in told.cancels)
        asks = sorted((self.task(who), self.task(whom)) for who, whom in seen.cancels)
        if "W4" in self.not_yet:
            asked, asks = sorted({*asked}), sorted({*asks})
        differ("cancels", "all", sorted({*asked} - {*asks}) or asked, sorted({*asks} - {*asked}) or asks)
        for name, value in seen.variables.items():
            self.variable(differ, name, value, told.variables.get(name, "nothing"))
        for name in set(told.variables) - seen.names:
            differ("variable that is gone", name, told.variables[name], "nothing")

    def owner(self, lane: int) -> str:
        """Return whose a timer is told to be."""
        return self.name(lane).split(" ")[0] if self.kind(lane) == "call" else self.name(lane)

    def whose(self, owner: object) -> str:
        """Return whose it is seen to be."""
        return self.task(owner) if isinstance(owner, int) else str(owner)

    def places(self, differ: Callable[..., None], task: int, told: list[str], seen: Place | None) -> None:
        """Compare where a task waits."""
        if len(told) != 1:
            differ("place", self.task(task), told, "one place")
        elif seen is not None and not self.is_place(told[0], seen):
            names = [self.task(each) for each in seen.tasks]
            differ("place", self.task(task), told[0], f"{sorted(seen.names)} {seen.what} {names}")

    def is_place(self, told: str, seen: Place) -> bool:
        """Say whether a place that is told is the one that is seen; that of a second object has a number behind it."""
        told = re.sub(r" \d+$", "", told) if seen.about else told
        if seen.what == "task":
            return told == self.task(seen.tasks[0])
        if seen.what == "gather":
            return told == f"gather({', '.join(self.task(each) for each in seen.tasks)})"
        if seen.what == "?":
            return told == "future"
        if seen.what == "future":
            return told in seen.names
        call = told.split("(")[0]
        if call.startswith(("self.", "_")):
            return "W7" in self.not_yet
        if seen.what == "_wait_for_one":
            return call == "as_completed" or ("W5" in self.not_yet and call.startswith("ascompletediterator"))
        if not seen.names and (seen.what, call) == ("wait", "lock.acquire"):
            return True  # a task that is Condition.wait() itself, which takes its lock again
        return call in {f"{name}.{seen.what}" for name in seen.names} if seen.names else (
            call == seen.what or call.endswith(f".{seen.what}")
        )

    def variable(self, differ: Callable[..., None], name: str, seen: Value, told: str) -> None:
        """Compare the value of a variable."""
        tasks = [self.task(each) for each in seen.tasks]
        kind, text = seen.kind, " ".join(seen.texts)
        if kind == "plain":
            differ("variable", name, rounded(told), rounded(text) if len(text) < 50 else rounded(told))
        elif kind in ("task", "tasks"):
            shown = [f"<{each}>" for each in tasks]
            differ("variable: a task", name, told, shown[0] if kind == "task" else f"[{', '.join(shown)}]")
        elif kind == "future":
            if told != "nothing":
                differ("variable: a future", name, told.split(" ")[-1], f"{text}>")
        elif kind in ("Event",):
            differ("event", name, told, f"<{kind} {text}>")
        elif "Queue" in kind:
            inner = [*seen.texts[:6], *["…"] * (len(seen.texts) > 6)]
            differ("queue", name, told, f"<{kind} [{', '.join(inner)}]>")
        elif "Semaphore" not in kind or "F3" not in self.not_yet:
            start = f"<{' '.join([kind, *seen.texts])}"
            known = sorted(told[len(start) : -1].split()) if told.startswith(start) else [told]
            differ(f"holders of a {kind}", name, known, sorted(" ".join(tasks).split()))

    # ---- at the end

    def at_end(self, step: int) -> None:
        """Compare the states when all is over."""
        line = self.seen.lines[-1].number if self.seen.lines else 0

        def differ(fact: str, about: object, told: object, seen_: object) -> None:
            self.differ(fact, line, step, about, told, seen_)

        differ("ending", "program", self.told.ending, self.seen.ending)
        differ("error", "program", self.told.error, self.seen.error)
        output = [line for line in self.told.output if not SAID.match(line)]
        differ("output", "program", output, self.seen.output)
        printers = [(time, self.lane(lane)) for time, lane in self.told.printers]
        differ("printers", "lines", printers, [(time, self.task(who)) for time, who in self.seen.printers])
        differ("waits", "process", self.told.waits, self.seen.waits)
        said = [" ".join(line.split(":")[0].split()[:3]) for line in self.told.output if SAID.match(line)]
        differ("said", "asyncio", said, [" ".join(line.split(":")[0].split()[:3]) for line in self.seen.said])
        for task, ended in self.seen.ends.items():
            told = self.told.ends.get(self.lane_of.get(task, -1))
            if told is not None and ended[1] != "?" and not self.seen.ending and task in self.sure:
                differ("end", self.task(task), told, ended)


def rounded(text: str) -> str:
    """Return a number as it is shown, if it is one of seconds."""
    return f"{float(text):.6f}" if re.fullmatch(r"\d+\.\d+(e-\d+)?", text) else text


def differences(source: str, not_yet: Collection[str] = NOT_YET) -> list[Difference]:
    """Return the differences between recorder and witness for a program."""
    with library():
        told = recorded(source)
    with library():
        seen = witnessed(source, NAME)
    here = {name for name in not_yet if all(word in source for word in ONLY_WITH.get(name, ()))}
    return Comparison(told, seen, here).differences()


def of_number(number: int) -> list[Difference]:
    """Return the differences of a program by its number."""
    return differences(program(number, helps="F2" not in NOT_YET))


def main(arguments: list[str]) -> int:
    """Run programs by number, and print the differences; with ``-a``, also the known errors."""
    not_yet: Collection[str] = () if "-a" in arguments else NOT_YET
    names = [each for each in arguments if each[0] != "-"]
    if "-p" in arguments:
        known = names[0].isdigit()
        source = program(int(names[0]), helps="F2" not in not_yet) if known else Path(names[0]).read_text("utf-8")
        print(*(f"{number:3} {line}" for number, line in enumerate(source.splitlines(), 1)), sep="\n")
        found = differences(source, not_yet)
        print(*found, sep="\n")
        return bool(found)
    counts: Counter[str] = Counter()
    for seed in range(*map(int, names)):
        found = differences(program(seed, helps="F2" not in not_yet), not_yet)
        for fact in dict.fromkeys(each.fact for each in found):
            counts[fact] += 1
            first = next(each for each in found if each.fact == fact)
            print(f"program {seed}, {first}"[:400], flush=True)
    print(*(f"{count} programs differ in {fact}" for fact, count in counts.most_common()), sep="\n")
    return bool(counts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
