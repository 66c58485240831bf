"""A run as it is shown, held against the oracle, step for step.

Each line that ran has to be shown, in order, and each thing shown has to be true then: the frames, their
functions, the variables, the queues, the output, the time, the lane in control and the waits. Names of objects are
true if they are one-to-one: one object has one name everywhere in a run, and no other object has it.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

from whoruns.tests.oracle.given import lies_in_system
from whoruns.tests.oracle.one_to_one import Names
from whoruns.tests.oracle.recorded import lies_of_data
from whoruns.tests.oracle.shown import Shown, Step
from whoruns.tests.oracle.threads import SCALAR, of_threads
from whoruns.tests.oracle.tracer import Moment, Oracle
from whoruns.tests.oracle.trapped import Trapped

TELLS = {
    "start": ("enter", False), "call": ("enter", False), "resume": ("enter", True),
    "yield": ("leave", False), "return": ("leave", True), "raise": ("leave", True), "step": ("leave", True),
}
"""Kinds of steps that are of a frame: the kind of moment, and whether it is resumed, or ended."""
ACTS = ("connects", "sends", "receives", "closes")
MUST = ("line", "waits", "wakes", *ACTS)
"""Moments that must not be passed over."""
VALUES = re.compile(r"b'[^']*'|<[^<>]*>|(?<=\) )→ [^·]*[^·\s]")
"""Values in the words of a step, the same in every language."""
VALUE = re.compile(r"\b(?:yields|returns|fails:|sends|receives) (.+)$|\b(?:passes (.+) on|hands (.+) out)$")
"""Words, in English, after which a value stands."""


class Account:
    """The story that is told of a run, and the oracle's."""

    def __init__(self, shown: Shown, oracle: Oracle) -> None:
        self.shown, self.oracle = shown, oracle
        self.moments = oracle.moments
        self.names = Names()
        self.items = Names()
        self.last: dict[tuple[bool, int], dict[str, str]] = {}  # by number of a frame, or of an object: what was shown
        self.serials: dict[str, int] = {}  # by name of a lane: its generator
        self.lane_of: dict[int, str] = {}
        self.levels = bool(oracle.run.levels)
        self.of_objects = {name.rpartition(".")[2] for name in oracle.run.steps}
        self.hidden = {*oracle.run.queues, *oracle.run.places, *oracle.run.descriptors}
        self.trapped = Trapped(shown.recorded["queues"], self.names)

    def lies(self) -> Iterator[str]:
        """Yield complaints about false steps."""
        if self.shown.output != self.oracle.printed:
            yield f"{self.shown.run}: the output is {self.oracle.printed}, not {self.shown.output}"
        at, ended, asleep = -1, set(), False
        for step in self.shown.steps:
            place, now = self.shown.place(step), self.find(step, at)
            if now is None:
                yield f"{place}: {step.kind!r}, but what happens next is {self.brief(at + 1)}"
                continue
            begun, typed = 0, []
            for passed in range(at + 1, now):
                moment = self.moments[passed]
                begun += moment["kind"] == "enter" and not moment["resumed"] and moment["stack"][0][4]
                typed += [moment["typed"]] if "typed" in moment else []
                if moment["kind"] in MUST:
                    yield f"{place}: between it and the step before, {self.brief(passed)} is not shown"
                if moment["kind"] == "leave" and moment["ended"]:
                    ended.add(moment["stack"][0][3])
                asleep = moment["kind"] == "waits" or (asleep and moment["kind"] != "wakes")
            if self.shown.language == "en" and typed != re.findall(r"(?:^|; )([^;]*) is typed", step.say):
                yield f"{place}: it says {step.say!r}, and {typed} is typed"
            told = len(re.findall(r" starts(?:;|$)", step.say))
            if told != begun and self.shown.language == "en" and not self.oracle.run.threads:
                yield f"{place}: it says that {told} start, and {begun} do"
            if self.shown.language == "en" and not self.oracle.run.threads:
                yield from (f"{place}: {complaint}" for complaint in self.comings(step, range(max(at, 0), now + 1)))
            moment, at = self.moments[now], now
            asleep = moment["kind"] == "waits" or (asleep and moment["kind"] != "wakes")
            for complaint in chain(self.facts(step, moment), self.states(step, moment, ended, asleep)):
                yield f"{place}: {complaint}"
            if moment["kind"] == "leave" and moment["ended"]:
                ended.add(moment["stack"][0][3])
        left = [n for n in range(at + 1, len(self.moments)) if self.moments[n]["kind"] in MUST]
        if left:
            yield f"{self.shown.run}: after the last step, {self.brief(left[0])} is not shown"

    def brief(self, number: int) -> str:
        """Return the words for a moment."""
        moment: Moment = self.moments[number] if number < len(self.moments) else {"kind": "nothing", "stack": []}
        where = [f"at {self.oracle.run.files[file]}:{line}, {name}()" for file, line, name, *_ in moment["stack"][:1]]
        return " ".join([repr(moment["kind"]), moment.get("peer", ""), *where])

    def find(self, step: Step, at: int) -> int | None:
        """Return the number of the moment that a step tells of."""
        ahead = range(at + 1, len(self.moments))
        if step.kind == "line":
            same = (n for n in ahead if self.moments[n]["kind"] == "line")
            first = next(same, None)
            if first is None or self.here(step, self.moments[first]):
                return first
            return next((n for n in same if self.here(step, self.moments[n])), first)
        for number in ahead:
            moment = self.moments[number]
            if self.tells(step, moment):
                return number
            if moment["kind"] == "line":
                break
        if step.kind in ("io", "log", "made", "print", "note") and at >= 0:
            return at
        return None

    def here(self, step: Step, moment: Moment) -> bool:
        """Is the innermost frame that is shown the one that runs?"""
        return bool(step.at and moment["stack"] and step.at[0][:2] == tuple(moment["stack"][0][:2]))

    def tells(self, step: Step, moment: Moment) -> bool:
        """Can a step tell of a moment?"""
        if step.kind in TELLS:
            kind, flag = TELLS[step.kind]
            here = not step.at or self.here(step, moment)
            return bool(moment["kind"] == kind and moment["resumed" if kind == "enter" else "ended"] is flag and here)
        if step.kind in ACTS:
            return bool(moment["kind"] == step.kind and moment["peer"] == step.who)
        return bool(moment["kind"] == step.kind)

    def facts(self, step: Step, moment: Moment) -> Iterator[str]:
        """Yield which frames, variables, queues, lines of output, times and values are not as the step says."""
        there = [(file, line, function) for file, line, function, *_rest in moment["stack"]]
        if step.at != there:
            yield f"stands at {step.at}, not at {there}"
        if step.callers != moment["callers"]:
            yield f"is called from {step.callers}, not from {moment['callers']}"
        if step.kind == "resume" and not moment["stack"][0][4]:
            yield f"{moment['stack'][0][2]}() cannot go on: it is called"
        if step.output != moment["printed"]:
            yield f"{step.output} lines of output, not {moment['printed']}"
        if step.time != moment["time"]:
            yield f"{step.time} s, not {moment['time']}"
        if step.kind in ("return", "raise", "step") and moment["raised"] != (step.kind == "raise"):
            true = "raised" if moment["raised"] else "returned"
            yield f"it is told as {step.kind!r}, and {moment['value']} is {true}"
        yield from self.variables(step, moment)
        yield from self.queues(step, moment)
        if step.kind == "resume" and "answer" in moment and self.shown.language == "en" and not self.oracle.run.places:
            given = re.search(r" (?:passes (.+) on|goes on with (.+))$", step.say)
            if wrong := self.names.wrong(given[given.lastindex or 0] if given else "None", moment["answer"]):
                yield f"{step.say}: {wrong}"
        told = self.shown.language == "en" and step.kind not in ("io", "line", "resume")
        told = told and not (self.oracle.run.places and step.kind == "yield")
        match = VALUE.search(step.say) if told else None
        if match and (wrong := self.names.wrong(match[match.lastindex or 0], moment.get("value", "None"))):
            yield f"{match[0]}: {wrong}"
        if moment["kind"] in ("waits", "wakes", "looks"):
            yield from self.waits(step, moment)
        if self.oracle.run.places and self.shown.language == "en":
            yield from self.trapped.lies(step, moment)

    def variables(self, step: Step, moment: Moment) -> Iterator[str]:
        """Yield which variables are not so, and which plain ones are not shown."""
        true: dict[str, str] = moment["vars"]
        for name, value in step.variables.items():
            if name not in true:
                yield f"{name} = {value}, but {moment['stack'][0][2] if moment['stack'] else 'nobody'}() has no {name}"
            elif wrong := self.names.wrong(value, true[name]):
                yield f"{name}: {wrong}"
        if moment["stack"]:
            yield from self.marks(step, moment["stack"][0][3], moment["this"])
        if moment["kind"] == "enter" and not moment["resumed"]:
            return
        for name, value in true.items():
            bare = name.removeprefix("self.")
            if name not in step.variables and bare[0] != "_" and bare not in self.hidden and SCALAR.match(value):
                yield f"{name} = {value} is not shown"

    def marks(self, step: Step, frame: int, this: int) -> Iterator[str]:
        """A value marked as changed is another one than was shown last, of the frame or the object."""
        of_this = {name: name.startswith("self.") for name in step.variables}
        owners = {name: (own, this if own else frame) for name, own in of_this.items()}
        known = {name: self.last.get(owner) for name, owner in owners.items()}
        changed = {
            name for name, value in step.variables.items()
            if (known[name] or {}).get(name) != value and not (known[name] is None and owners[name][0])
        }
        if changed != set(step.changed):
            yield f"{sorted(step.changed)} are marked as changed, and {sorted(changed)} are so"
        for owner in {(True, this), (False, frame)}:
            self.last[owner] = {name: value for name, value in step.variables.items() if owners[name] == owner}

    def queues(self, step: Step, moment: Moment) -> Iterator[str]:
        """Yield which queues are not as they are shown."""
        for name in [name for name in step.queues if name not in moment["queues"] and self.oracle.run.places]:
            yield f"there is no place {name}"
        for name, items in moment["queues"].items():
            shown = step.queues.get(name)
            if shown is None:
                if items:
                    yield f"the queue {name} is not shown, and holds {[what for what, *_rest in items]}"
                continue
            if len(shown) != len(items):
                yield f"{name}: {', '.join(shown) or '–'}; but it holds {[what for what, *_rest in items]}"
                continue
            for text, (what, words, cancelled) in zip(shown, items):
                if cancelled != ("✕" in text):
                    yield f"{name}: {text}, which is {'' if cancelled else 'not '}cancelled"
                bare = text.replace("✕", "").strip()
                known = re.sub(r" \d+$", "", bare) if bare in self.shown.lanes else bare
                parts = re.findall(r"<[^<>]*>|b?'[^']*'|\d[\d.]*|[^\s(),=.]+(?!=)\b", known)
                strange = [part for part in parts if part[0] != "<" and not self.may_be_said(part, words)]
                if strange:
                    yield f"{name}: {text}, but it is {what}"
                elif clash := self.items.clash(bare if self.oracle.run.places else f"{name}: {bare}", what):
                    yield clash

    def comings(self, step: Step, passed: range) -> Iterator[str]:
        """Yield queues without words for each item that came, or left, since the step before."""
        for verbs, old, new in (("enters|waits for", 0, 1), ("leaves|waits no more for", 1, 0)):
            true: Counter[str] = Counter()
            for pair in pairwise(self.moments[number]["queues"] for number in passed):
                for name in {*pair[0], *pair[1]}:
                    true[name] += 0
                    if pair[0].get(name) != pair[1].get(name):
                        boxes = [Counter(what for what, *_rest in each.get(name, [])) for each in pair]
                        true[name] += sum((boxes[new] - boxes[old]).values())
            for name, count in true.items():
                told = len(re.findall(rf"(?:^|; )[^;]* (?:{verbs}) {re.escape(name)}(?=; |$)", step.say))
                if told != count and name in step.queues:
                    yield f"{step.say!r}, and {count} times somebody {verbs} {name}"

    def may_be_said(self, part: str, words: list[str]) -> bool:
        """Is a word true of an item of a queue?"""
        return part in words or part in self.oracle.run.tasks

    def waits(self, step: Step, moment: Moment) -> Iterator[str]:
        """A wait is told at the line that waits, by the name that the call has there; and its end, if it has one."""
        told = re.findall(r"(?:^|; )(\w+)\(\) (?:→|waits|is over)", step.say)
        if self.shown.language == "en" and moment["kind"] != "wakes" and told[-1:] != [moment["call"]]:
            yield f"{step.say}, but it is {moment['call']}()"
        file, line = moment["stack"][0][:2] if moment["stack"] else (0, 0)
        text = self.shown.sources[file][line - 1]
        wrong = [call for call in told[-1:] if line and moment["kind"] == "waits" and f"{call}(" not in text]
        if wrong:
            yield f"{wrong[0]}() waits, but not at this line: {text.strip()}"
        limit = 0 if moment["call"] == "sleep" else moment.get("timeout") or 0
        shown = re.findall(r"([\d.]+)\s+\S+$", step.say) if moment["kind"] == "waits" else []
        if shown != [f"{limit:g}"] * bool(limit):
            yield f"{step.say}, but it waits at most {limit or 'for ever'}"

    def states(self, step: Step, moment: Moment, ended: set[int], asleep: bool) -> Iterator[str]:
        """Yield which lanes are in another state."""
        lanes = [frame for frame in moment["stack"] if frame[5] and not self.oracle.run.threads]
        running = [name for name, state in step.states.items() if state in ("run", "pass")]
        if asleep or not moment["stack"]:
            if running:
                yield f"{running} runs, while the process is asleep"
            lanes = []
        elif bool(running) != bool(lanes) and not self.oracle.run.threads:
            yield f"{running or 'the loop'} runs, but it is {[frame[2] for frame in moment['stack']]}"
        elif len(running) > 1:
            yield f"all of {running} run"
        elif running:
            yield from self.bind(running[0], lanes[:1] if self.levels else lanes)
        for name, state in step.states.items():
            serial = self.serials.get(name)
            if serial and (state == "done") != (serial in ended):
                yield f"{name} is {state}, but has {'' if serial in ended else 'not '}ended"
        if not self.levels or step.kind not in ("resume", "yield"):
            yield from (f"{name} passes something on" for name, state in step.states.items() if state == "pass")
        elif self.shown.language == "en":
            passes = " passes " in step.say and not self.ran(step)
            if passes != ("pass" in step.states.values()):
                yield f"{step.say}, but the states are {step.states}"
        for name, serial in self.serials.items():
            on_stack = any(frame[3] == serial for frame in moment["stack"])
            if on_stack and step.states[name] not in ("run", "pass", "calls", "read", "sleep"):
                yield f"{name} is {step.states[name]}, but has control, or has given it to another"
            if step.states[name] == "calls" and not on_stack and not self.levels:
                yield f"{name} has called nobody"

    def ran(self, step: Step) -> bool:
        """Has a line of a generator been run before it passes something on?"""
        before = self.shown.steps[step.number - 1]
        return before.kind == "line" and before.row == step.row

    def bind(self, name: str, lanes: list[list[Any]]) -> Iterator[str]:
        """A lane is one generator, or a function that may be called so."""
        frames = [frame for frame in lanes if self.lane_of.get(frame[3]) == name]
        if frames and frames[0][4]:
            return
        fitting = [frame for frame in lanes if set(re.sub(r" \d+$", "", name).split()) <= set(frame[6])]
        if not fitting:
            yield f"{name} runs, but it is {[frame[2] for frame in lanes]}"
            return
        frame = fitting[-1]
        if not frame[4] or frame[2] in self.of_objects:
            return
        if name in self.serials and self.serials[name] != frame[3] and frame[3] not in self.lane_of:
            yield f"{name} was another generator before"
        self.serials.setdefault(name, frame[3])
        if self.lane_of.setdefault(frame[3], name) != name:
            yield f"{name} runs, which was {self.lane_of[frame[3]]}"


def lies(shown: Shown, oracle: Oracle) -> list[str]:
    """Return all that is shown of a run and is not true."""
    if oracle.run.threads:
        return list(of_threads(shown, oracle))
    data = lies_of_data(shown.recorded, oracle)
    return [*Account(shown, oracle).lies(), *lies_in_system(shown, oracle), *data]
