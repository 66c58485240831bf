"""A run, as a list of events (``events.py``). The rules of the recorder:

1. It does not touch the source of a program.
2. It keeps no frame: that would change how long the objects of the program live.
3. It tells nothing that differs from run to run or between Pythons: no address, no port, no number of a descriptor.
4. It does not repeat unchanged things: variables and queues come with the event that has changed them.
5. It does not interpret: waits, losses and turns are read from the events. A witness knows their meanings.

Coroutines and generators wait for one another. When an error is thrown in, the interpreter begins with the innermost
one, and tells of the others only if they get the error. Here all of them go on at once, the outermost first, as when a
value is sent in.
"""
from __future__ import annotations

import datetime
import sys
import weakref
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Any, Unpack

from whoruns.events import ENDS, Details, Event, File, Kind, RecordingFile, Spot, Traits
from whoruns.recorder.frames import Frames
from whoruns.recorder.looking import is_a
from whoruns.recorder.tracing import GENERATOR, passes_on
from whoruns.recorder.witness import Declared, Queues
from whoruns.recorder.world import Told, TooLong

LIMIT = 2000
"""Events of a declared run that a reader can still follow; a run with more is taken for one without end."""

ROW = 300
"""Lines that are told of a lane, until another one runs; the others are counted. Only of a program without a run
file: it may run a million."""
LOOPS: frozenset[Kind] = ENDS | {"wakes", "looks", "io", "print", "cancels", "blocks"}
"""Events after which a loop may change things that no event tells."""


class Recorder:
    """Collects the events of one run. It is the watcher of the program and the listener of the world."""

    def __init__(self, witness: Declared, files: Sequence[str]) -> None:
        """`files` are the paths of the files whose lines are followed."""
        self.witness, self.run = witness, witness.run
        self.world, self.lanes, self.values = witness.world, witness.lanes, witness.values
        self.frames = Frames(self.run, files, self.values)
        witness.teller, witness.is_listing, self.world.listener = self, self.frames.is_listing, self
        self.events: list[Event] = []
        self.running = [0]
        self.queues: Queues = {}
        self.over = False
        self._told = 0
        self._left: Event | None = None
        """The items of the queues when a function ended: at the next event, they may be gone."""
        self._logs: dict[str, list[object]] = {}
        self._logged: dict[str, int] = {}
        self._text = ""
        self._lines: dict[int, int] = {}  # by id of a frame of a kernel's run: the line that was told last
        self._told_before: list[int] = []  # lanes of which it is told that they go on before they do
        self._gets_error = (0, 0)  # id of a frame, and the line where it stands
        self._lines_told = self._untold = 0

    def recording(self, name: str, entry: str, files: Sequence[File], declared: str) -> RecordingFile:
        """Return the recording of the run: `entry` is the code of main(), `declared` the digest of the run file."""
        traits: Traits = {}
        if self.run.threads:
            traits["recorded"] = datetime.date.today().isoformat()
        if self.world.real:
            traits["real"] = True
        if self.run.levels:
            traits["levels"] = True
        if self.witness.places is not None:
            traits["awaited"] = self.witness.awaited()
            traits["kernel"] = True
        return {
            "run": name,
            "entry": entry,
            **traits,
            "files": [*files],
            "declared": declared,
            "outside": self.frames.outside,
            "queues": self.witness.states(),
            "lanes": [*self.lanes.all.values()],
            "events": self.events,
        }

    # ---- what the interpreter tells

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on, and with it the whole chain of those that wait for it."""
        if self.world.acting:
            return  # what persons do, a world tells
        self.witness.enters(frame, resumed)
        self._settle()
        self.witness.hears(frame)
        ours = self.witness.is_ours(frame)
        if ours and not resumed:  # an older frame may have had its id
            self._lines.pop(id(frame), None)
            self._went_on(frame)
            self.frames.forget(frame)
            self._cancels(frame)
        if ours and self.witness.has_lane(frame):
            self._enter_lane(frame, resumed)
        elif resumed and not ours:  # an error is thrown in, which it may keep from those who wait for it
            self._go_on(frame)
        elif self._told_before and not ours:  # one that is called by who has kept an error
            above = frame.f_back
            while above is not None and not above.f_code.co_flags & GENERATOR:
                above = above.f_back
            if above is not None and self._is_followed(above):
                self._went_on(above)
        self.witness.entered()

    def _enter_lane(self, frame: FrameType, resumed: bool) -> None:
        """The lane of a frame runs now."""
        if resumed:
            self._go_on(frame)
            if self._told_before and self._told_before[-1] == self.lanes.of_frame(frame) == self.running[-1]:
                self._told_before.pop()
                self._gets_error = id(frame), frame.f_lineno
                return
        if len(self.running) == 1 and not self.lanes.all[0]["name"]:
            self.lanes.all[0]["name"] = self.witness.name_loop(frame.f_back)
        owner = self.run.owner(frame.f_code)
        generator = bool(frame.f_code.co_flags & GENERATOR)
        lane = self.lanes.of_frame(frame, new=not resumed) if owner is None else self.lanes.of_call(frame, owner)
        goes_on = lane in self.lanes.started if owner is None else resumed
        kind: Kind = ("resume" if goes_on else "start") if generator else "call"
        self.lanes.started.add(lane)
        if len(self.running) == 1:
            self._begin_row()
        self.running.append(lane)
        told: Details = {} if generator else self._note(frame)
        if owner is not None:
            told["call"] = self._called(frame, owner, lane)
        if kind == "resume":
            told |= self.witness.given(frame)
        self.add(kind, frame, told | (self.frames.changed(frame) if resumed else {}))

    def line(self, frame: FrameType) -> None:
        """A line is about to run; interpreters differ in whether they tell it again when its call is over."""
        if self.world.acting or self._is_too_much():
            return
        self.witness.hears(frame)
        if self.witness.places is not None:
            key, line = id(frame), frame.f_lineno
            again = self._lines.get(key) == line
            self._lines[key] = line
            if again:
                self._went_on(frame)
                return
        self._went_on(frame)
        stands, self._gets_error = self._gets_error, (0, 0)
        if stands == (id(frame), frame.f_lineno):  # 3.13 tells that where an error comes to, too
            return
        self._count()
        if self.run.is_inner(frame.f_code):
            return
        self.witness.at_line(frame)
        self._find(frame)
        here, last = self.frames.where(frame), self.events[-1] if self.events else None
        told = ("line", "resume") if frame.f_code.co_flags & GENERATOR else ("line",)
        if last and last["ev"] in told and last["at"] == here:
            return  # interpreters differ in how often they tell a line that comes back to itself, or gets an error
        self.add("line", frame, self.frames.changed(frame), at=here)

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator yields, and so do those of which it was told that they go on, but that never did."""
        if self.world.acting:
            return
        kind, value = self.witness.suspends(frame, value)
        if not self.witness.is_ours(frame):
            outer = next(self.outer(frame), None) if self._told_before else None
            if outer is not None and self._told_before[-1] == self.lanes.of_frame(outer):
                self.witness.hears(frame)
                self.witness.passed(frame, outer, value)
                self.witness.suspended(self._stop_outer(frame, value))
            return
        self.witness.hears(frame)
        self._went_on(frame)
        self._hand_back(frame, kind, value, {"passed": True} if passes_on(frame) else {})
        self.witness.suspended(self._stop_outer(frame, value))

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        if self.world.acting:
            return
        value, error = self.witness.leaves(frame, value, error)
        if not self.witness.is_ours(frame):
            return
        self.witness.hears(frame)
        self._lines.pop(id(frame), None)  # another one may have its id
        self._went_on(frame)
        self._tell_logs(frame)
        if self.witness.has_lane(frame):
            ends: Kind = "raise" if error else "return" if frame.f_code.co_flags & GENERATOR else "step"
            self._hand_back(frame, ends, error or value, {})
        elif self.frames.is_followed(frame):
            self._left = {  # type: ignore[assignment]
                "ev": "moved", "lane": self.running[-1], **self._time(), "at": self.frames.where(frame),
                "queues": self.witness.stands(),
            }
        self.frames.forget(frame)
        self.lanes.forget(frame)
        self.witness.forgets(frame)

    def _cancels(self, frame: FrameType) -> None:
        """If a task is told to end, say which; a kernel is told by a request."""
        if frame.f_code.co_name != "cancel" or frame.f_code.co_flags & GENERATOR:
            return
        whom = self.lanes.of_task(frame.f_locals.get("self"))
        if whom is not None:
            self.add("cancels", frame.f_back, {"whom": whom})

    def _called(self, frame: FrameType, owner: str | None, lane: int) -> str:
        """Return the name of a call: accept, Ann.read, or attend(Ann)."""
        function, name = frame.f_code.co_name, self.lanes.all[lane]["name"]
        return function if not owner else f"{name}.{function}" if owner == "self" else f"{function}({name})"

    def _hand_back(self, frame: FrameType, kind: Kind, value: object, more: Details) -> None:
        """If a frame with a lane stops, the lane that resumed it runs now."""
        if not self.witness.has_lane(frame):
            return
        if is_a(value, GeneratorExit) and len(self.events) > 1:
            self._forget_line()
        if is_a(value, GeneratorExit) and self.events[-1]["ev"] in ("start", "resume"):
            # closed without a line of it being run; some versions of Python tell of it, some do not
            if self._take_back()["ev"] == "start":
                self.lanes.drop(frame)
                self.frames.drop(frame)
        else:
            called = self._called(frame, self.run.owner(frame.f_code), self.running[-1])
            told: Details = {**self.witness.wish(kind, value), **more}
            told |= {"call": called} if kind == "step" else self._note(frame)
            self.add(kind, frame, told | self.frames.changed(frame))
        self.running.pop()
        if len(self.running) == 1:
            self._begin_row()

    def _forget_line(self) -> None:
        """Of a generator that is closed, 3.13 tells the line where it stands; others tell only that it goes on."""
        before, last = self.events[-2:]
        if last["ev"] == "line" and before["ev"] == "resume" and last["at"] == before["at"]:
            self._take_back()

    def _take_back(self) -> Event:
        """Remove the last event; its queues are told with the next one."""
        event = self.events.pop()
        if "queues" in event:
            self.queues = {}
        return event

    def _note(self, frame: FrameType) -> Details:
        """Return the run file's note on a function."""
        note = self.run.notes.get(frame.f_code.co_name)
        if note is None:
            return {}
        text = note(**{key: value for key, value in frame.f_locals.items() if key != "__class__"})
        return {"note": text} if text else {}

    # ---- chains of coroutines that wait for one another

    def _go_on(self, frame: FrameType) -> None:
        """Let the lanes that wait for a frame go on, if they do not run."""
        if not self.witness.chains:
            return
        for lane in reversed(self.witness.lanes_above(self._outermost(frame))):
            if lane not in self.running:
                self._goes_before(lane, frame, frame)
        for outer in reversed(list(self.outer(frame))):
            lane = self.lanes.of_frame(outer)
            if lane not in self.running:
                self._goes_before(lane, outer, frame)

    def _goes_before(self, lane: int, frame: FrameType, inner: FrameType) -> None:
        self.running.append(lane)
        self._told_before.append(lane)
        self.add("resume", frame, self.witness.given(inner))

    def _went_on(self, frame: FrameType | None) -> None:
        """Take note that a coroutine runs of which it was told before: an error was kept from it, and nothing tells."""
        while self._told_before and frame is not None:
            if frame.f_code.co_flags & GENERATOR and self._is_followed(frame):
                if self._told_before[-1] == self.lanes.of_frame(frame) == self.running[-1]:
                    self._told_before.pop()
                return
            frame = frame.f_back

    def _stop_outer(self, frame: FrameType, value: object) -> FrameType:
        """Let the lanes that wait for a frame yield, if they never went on; return the outermost that yields by now."""
        if not self._told_before:
            return frame
        stops = frame
        for outer in self.outer(frame) if self.witness.has_lane(frame) else ():
            if self._told_before and self._told_before[-1] == self.running[-1] == self.lanes.of_frame(outer):
                self._told_before.pop()
                self._hand_back(outer, "yield", value, {"passed": True})
                stops = outer
        outermost = self._outermost(frame)
        for lane in self.witness.lanes_above(outermost):
            if self._told_before[-1:] == [lane] == self.running[-1:]:
                self._told_before.pop()
                self._hand_back(outermost, "yield", value, {"passed": True})
                stops = outermost
        while stops is not frame and stops.f_back is not None and stops.f_back.f_code.co_flags & GENERATOR:
            stops = stops.f_back
        return stops

    def outer(self, frame: FrameType) -> Iterator[FrameType]:
        """Yield the coroutines that wait for the one of a frame, the innermost first."""
        above = frame.f_back
        while above is not None and above.f_code.co_flags & GENERATOR:
            if self._is_followed(above) and self.witness.has_lane(above):
                yield above
            above = above.f_back

    def _is_followed(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename in self.frames.files or (self.witness.finds and self.witness.is_ours(frame))

    def _outermost(self, frame: FrameType) -> FrameType:
        *_, outermost = frame, *self.outer(frame)
        return outermost

    # ---- what the world tells, and what is printed

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Something outside the program: a wait, a call on a socket, or a peer's act."""
        if kind == "looks" and not told["ready"] and (self.witness.finds or self.witness.places is not None):
            return  # who asks in each round, also when nobody waits
        frame = sys._getframe(1)
        person = told.get("person", "")
        if kind == "io" and (not person or (person == "listener" and "value" not in told)):
            return
        details: Details = {}
        if "call" in told:
            details["call"] = told["call"] if kind == "io" else self._as_said(told["call"], frame)
        if "value" in told:
            details["value"] = self.values.show(told["value"])
        if "size" in told:
            details["size"] = told["size"]
        if "timeout" in told:
            details["timeout"] = told["timeout"]
        if "ready" in told:
            details["ready"] = self.values.show_ready(told["ready"])
        if person not in ("", "listener"):
            details["peer"] = self.lanes.peer(person)
        self.add(kind, None if peer else frame, details, self.lanes.peer(peer) if peer else None)

    def _as_said(self, call: str, frame: FrameType | None) -> str:
        """Return the name by which the line of a listing calls a wait: select(), where poll() is behind it."""
        while frame is not None and not self.frames.is_listing(frame):
            call = frame.f_code.co_name if frame.f_code.co_filename.endswith("selectors.py") else call
            frame = frame.f_back
        return call

    def write(self, text: str) -> int:
        """Take printed text, as sys.stdout; each line is an event."""
        *lines, self._text = (self._text + text).split("\n")
        for line in lines:
            typed: Details = {"typed": self.world.typing} if self.world.typing else {}
            self.add("print", sys._getframe(1), {"text": line, **typed})
        return len(text)

    def flush(self) -> None:
        """Do nothing: text is taken at once."""

    def made(self, generator: Any) -> None:
        """A generator was made, which a run file wants to be told."""
        lane = self.lanes.of_made(generator)
        self.add("made", sys._getframe(1), {}, lane)
        weakref.finalize(generator, self._drop, lane).atexit = False

    def _drop(self, lane: int) -> None:
        """A generator that was made is no more."""
        if lane not in self.lanes.started and not self.over:
            self.add("dropped", sys._getframe(1), {}, lane)

    # ---- events

    def add(
        self, kind: Kind, frame: FrameType | None, details: Details, lane: int | None = None,
        at: list[Spot] | None = None,
    ) -> None:
        """Add an event; it is at the place of `frame`, and of the lane that runs if no other is named."""
        if self.world.hangs or self.over:
            return  # what ends the run is no part of it
        if kind != "line":
            self._settle()
        self._count()
        event: Event = {"ev": kind, "lane": self.running[-1] if lane is None else lane, **self._time()}
        if at := self.frames.where(frame) if at is None else at:
            event["at"] = at
        if self._untold:
            event["untold"], self._untold = self._untold, 0
        event |= details  # type: ignore[typeddict-item]
        event |= self.witness.about(kind, frame)  # type: ignore[typeddict-item]
        queues = self.witness.stands(self.frames.held(frame) if self.run.descriptors else ())
        if self._left and self._left["queues"] not in (queues, self.queues):
            self.events.append(self._left)
        self._left = None
        if queues is not self.queues and queues != self.queues:
            self.queues = event["queues"] = queues  # type: ignore[typeddict-item]
        event |= self.witness.timers()  # type: ignore[typeddict-item]
        event |= self.frames.objects(frame)  # type: ignore[typeddict-item]
        self.events.append(event)
        self._tell_logs(frame)

    def _settle(self) -> None:
        """If a loop has control, tell its changes since with the event that gave it control."""
        if not self.witness.finds or len(self.running) > 1 or not self.events or self.events[-1]["ev"] not in LOOPS:
            return
        last, queues = self.events[-1], self.witness.stands()
        if queues is not self.queues and queues != self.queues:
            self.queues = last["queues"] = queues  # type: ignore[typeddict-item]
        told = self.witness.timers()
        for key in ("sets", "rings", "lapses"):
            if key in told:
                last[key] = [*last.get(key, []), *told[key]]

    def _begin_row(self) -> None:
        """Another lane runs from now on."""
        self._lines_told = 0

    def _is_too_much(self) -> bool:
        """Say whether so many lines were told of a lane that this one need not be."""
        self._lines_told += 1
        if self._lines_told <= ROW or not self.witness.finds or self._told_before:
            return False
        self._untold += 1
        return True

    def _time(self) -> Details:
        """Return the time; nothing at the beginning."""
        now = round(self.witness.now(), 6)
        return {"t": now} if now else {}

    def _tell_logs(self, frame: FrameType | None) -> None:
        """Tell the new entries of the lists that the run file names."""
        for name, entries in self._logs.items():
            new = entries[self._logged.get(name, 0) :]
            self._logged[name] = len(entries)
            for entry in new:
                self.add("log", frame, {"text": f"{name}: {entry}"})

    def _count(self) -> None:
        """Raise TooLong when too much has happened."""
        self._told += 1
        if self._told > LIMIT:
            raise TooLong(f"more than {LIMIT} events: does it ever end?")

    def _find(self, frame: FrameType) -> None:
        """Find the queues that a frame has, and remember the lists that the run file names."""
        self.witness.find(frame)
        for name in self.run.logs:
            if name in frame.f_locals:
                self._logs[name] = frame.f_locals[name]
        self.witness.meet()
