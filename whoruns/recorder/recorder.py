"""What happens in a run of a listing, as a list of events (``press/events.py``). What the recorder will never do:

1. It does not touch the source of a listing.
2. It keeps no frame: that would change how long the things of the program live.
3. It tells nothing that differs from run to run or between Pythons: no address, no port, no number of a descriptor.
4. It does not say twice what has not changed: variables and queues come with the event that has changed them.
5. It does not interpret: who waits, is lost or has a turn is read from the events, in the book.
"""
from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from types import FrameType
from typing import Any, Unpack

from whoruns.events import Details, Event, Item, Kind
from whoruns.recorder.frames import Frames, together
from whoruns.recorder.giving import given, resumer
from whoruns.recorder.lanes import Lanes
from whoruns.recorder.run_file import RunFile
from whoruns.recorder.timers import Timers
from whoruns.recorder.tracing import GENERATOR, passes_on
from whoruns.recorder.values import Values
from whoruns.recorder.world import Told, TooLong, World

LIMIT = 2000
"""Events of a run that a reader can still follow; a run with more is taken for one without end."""


class Recorder:
    """Collects the events of one run. It is the watcher of the listing and the listener of the world."""

    def __init__(self, run: RunFile, files: Sequence[str]) -> None:
        """`files` are the paths of the listings whose lines are followed."""
        self.run = run
        self.world = World(self, run.peers, run.typed)
        self.lanes = Lanes(run, files, self.world)
        self.values = Values(self.lanes, self.world)
        self.timers = Timers(self.lanes)
        self.frames = Frames(run, files, self.values)
        self.events: list[Event] = []
        self.over = False
        self._now: Callable[[], float] = lambda: self.world.now
        self._told = 0
        self._running = [0]  # lanes; the last one runs
        self._queues: dict[str, Any] = {}
        self._last_queues: dict[str, list[Item]] = {}
        self._left: Event | None = None
        """What stood in the queues when a function ended: at the next event, it may stand there no more."""
        self._logs: dict[str, list[object]] = {}
        self._logged: dict[str, int] = {}
        self._text = ""

    # ---- what the interpreter tells

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on: if it has a lane, that lane runs now."""
        if not resumed:  # an older frame may have had its id
            self.frames.forget(frame)
            self._cancels(frame)
        if not self._has_lane(frame):
            return
        if len(self._running) == 1:
            self._name_loop(frame.f_back)
        owner = self.run.owner(frame.f_code)
        generator = bool(frame.f_code.co_flags & GENERATOR)
        lane = self.lanes.of_frame(frame, new=not resumed) if owner is None else self.lanes.of_call(frame, owner)
        goes_on = lane in self.lanes.started if owner is None else resumed
        kind: Kind = ("resume" if goes_on else "start") if generator else "call"
        self.lanes.started.add(lane)
        self._running.append(lane)
        told: Details = {} if generator else self._note(frame)
        if owner is not None:
            told["call"] = self._called(frame, owner, lane)
        if kind == "resume":
            told |= self._given(frame)
        self._add(kind, frame, told | (self.frames.changed(frame) if resumed else {}))

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        self._count()
        if self.run.is_inner(frame.f_code):
            return
        self._find_queues(frame)
        for box in self._boxes().values():
            self.values.in_box(box)  # who stands in one has a lane, before a variable is called by its name
        here, last = self.frames.where(frame), self.events[-1] if self.events else None
        told = ("line", "resume") if frame.f_code.co_flags & GENERATOR else ("line",)
        if last and last["ev"] in told and last["at"] == here:
            return  # interpreters differ in how often they tell a line that comes back to itself, or gets an error
        self._add("line", frame, self.frames.changed(frame))

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator yields."""
        self._hand_back(frame, "yield", value, {"passed": True} if passes_on(frame) else {})

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        self._tell_logs(frame)
        if self.frames.is_followed(frame) and not self._has_lane(frame):
            self._left = {
                "ev": "moved", "lane": self._running[-1], **self._time(), "at": self.frames.where(frame),
                "queues": self._in_queues(),
            }
        generator = frame.f_code.co_flags & GENERATOR
        self._hand_back(frame, "raise" if error else "return" if generator else "step", error or value)
        self.frames.forget(frame)
        self.lanes.forget(frame)

    def _cancels(self, frame: FrameType) -> None:
        """If a task is told to end, say which; what is told a kernel, a request says."""
        whom = self.lanes.of_task(frame.f_locals.get("self"))
        if frame.f_code.co_name == "cancel" and whom is not None and not frame.f_code.co_flags & GENERATOR:
            self._add("cancels", frame.f_back, {"whom": whom})

    def _given(self, frame: FrameType) -> Details:
        """Return what a generator is given when it goes on, if the line of a listing says it."""
        above = resumer(frame)
        if above is None or not self.frames.is_listing(above):
            return {}
        how, value = given(above)
        if not how:
            return {}
        told: Details = {"value": self.values.show(value)}
        return told | {"thrown": True} if how == "throw" else told

    def _called(self, frame: FrameType, owner: str | None, lane: int) -> str:
        """Return what is called: accept, Ann.read, or attend(Ann)."""
        function, name = frame.f_code.co_name, self.lanes.all[lane]["name"]
        return function if not owner else f"{name}.{function}" if owner == "self" else f"{function}({name})"

    def _has_lane(self, frame: FrameType) -> bool:
        code = frame.f_code
        return not self.run.is_inner(code) and bool(self.run.owner(code) is not None or code.co_flags & GENERATOR)

    def _hand_back(self, frame: FrameType, kind: Kind, value: object, more: Details | None = None) -> None:
        """If a frame with a lane stops, whoever resumed it runs now."""
        if not self._has_lane(frame):
            return
        if isinstance(value, GeneratorExit) and len(self.events) > 1:
            self._forget_line()
        if isinstance(value, GeneratorExit) and self.events[-1]["ev"] in ("start", "resume"):
            # closed without a line of it being run; some versions of Python tell of it, some do not
            if self._take_back()["ev"] == "start":
                self.lanes.drop(frame)
                self.frames.drop(frame)
        else:
            called = self._called(frame, self.run.owner(frame.f_code), self._running[-1])
            told: Details = {**self._written(kind, value), **(more or {})}
            told |= {"call": called} if kind == "step" else self._note(frame)
            self._add(kind, frame, told | self.frames.changed(frame))
        self._running.pop()

    def _written(self, kind: Kind, value: Any) -> Details:
        """Return the text of a value that is given back."""
        return {"value": self.values.show(value)}

    def _boxes(self) -> Mapping[str, Any]:
        """Return the containers of tasks."""
        return self._queues

    def _forget_line(self) -> None:
        """Of a generator that is closed, 3.13 tells the line where it stands; others tell only that it goes on."""
        before, last = self.events[-2:]
        if last["ev"] == "line" and before["ev"] == "resume" and last["at"] == before["at"]:
            self._take_back()

    def _take_back(self) -> Event:
        """Remove the last event; what it has told of the queues, the next one tells."""
        event = self.events.pop()
        if "queues" in event:
            self._last_queues = {}
        return event

    def _note(self, frame: FrameType) -> Details:
        """Return what the run file has to say of a function."""
        note = self.run.notes.get(frame.f_code.co_name)
        known = {key: value for key, value in frame.f_locals.items() if key != "__class__"}
        text = note(**known) if note else ""
        return {"note": text} if text else {}

    # ---- what the world tells, and what is printed

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Something outside the listing: a wait, a call on a socket, or a peer's act."""
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
        self._add(kind, None if peer else frame, details, self.lanes.peer(peer) if peer else None)

    def _as_said(self, call: str, frame: FrameType | None) -> str:
        """Return the name by which the line of a listing calls what waits: select(), where poll() is behind it."""
        while frame is not None and not self.frames.is_listing(frame):
            call = frame.f_code.co_name if frame.f_code.co_filename.endswith("selectors.py") else call
            frame = frame.f_back
        return call

    def write(self, text: str) -> int:
        """Take printed text, as sys.stdout; each line is an event."""
        *lines, self._text = (self._text + text).split("\n")
        for line in lines:
            typed: Details = {"typed": self.world.typing} if self.world.typing else {}
            self._add("print", sys._getframe(1), {"text": line, **typed})
        return len(text)

    def flush(self) -> None:
        """Do nothing: text is taken at once."""

    def made(self, generator: Any) -> None:
        """A generator was made, which a run file wants to be told."""
        lane = self.lanes.of_made(generator)
        self._add("made", sys._getframe(1), {}, lane)
        weakref.finalize(generator, self._drop, lane).atexit = False

    def _drop(self, lane: int) -> None:
        """A generator that was made is no more."""
        if lane not in self.lanes.started and not self.over:
            self._add("dropped", sys._getframe(1), {}, lane)

    # ---- events

    def _add(self, kind: Kind, frame: FrameType | None, details: Details, lane: int | None = None) -> None:
        """Add an event; it is at the place of `frame`, and of the lane that runs if no other is named."""
        if self.world.hangs:
            return  # what ends the run is no part of it
        self._count()
        event: Event = {"ev": kind, "lane": self._running[-1] if lane is None else lane}
        event = {**event, **self._time()}
        if at := self.frames.where(frame):
            event["at"] = at
        event = {**event, **details}
        held = self.frames.held(frame) if self.run.descriptors else set()
        queues = self._in_queues(held)
        if self._left and self._left["queues"] not in (queues, self._last_queues):
            self.events.append(self._left)
        self._left = None
        if queues != self._last_queues:
            self._last_queues = event["queues"] = queues
        self.events.append({**event, **self.timers.changed(self._boxes(), self._now()), **self.frames.objects()})
        self._tell_logs(frame)

    def _time(self) -> Details:
        """Return what time it is; nothing at the beginning."""
        now = round(self._now(), 6)
        return {"t": now} if now else {}

    def _in_queues(self, held: Container[int] = ()) -> dict[str, list[Item]]:
        """Return what stands in each queue."""
        return {name: self.values.in_box(box, held, self.run.items.get(name)) for name, box in self._boxes().items()}

    def _tell_logs(self, frame: FrameType | None) -> None:
        """Tell the new entries of the lists that the run file names."""
        for name, entries in self._logs.items():
            new = entries[self._logged.get(name, 0) :]
            self._logged[name] = len(entries)
            for entry in new:
                self._add("log", frame, {"text": f"{name}: {entry}"})

    def _count(self) -> None:
        """Raise TooLong when too much has happened."""
        self._told += 1
        if self._told > LIMIT:
            raise TooLong(f"more than {LIMIT} events: does it ever end?")

    def _name_loop(self, frame: FrameType | None) -> None:
        """The loop is called like its class, or like the function that starts the first task."""
        while frame is not None and frame.f_code.co_filename not in self.frames.files:
            frame = frame.f_back
        while frame is not None and frame.f_back is not None and together(frame, frame.f_back):
            frame = frame.f_back
        if frame is not None and not self.lanes.all[0]["name"]:
            this = frame.f_locals.get("self")
            self.lanes.all[0]["name"] = frame.f_code.co_name if this is None else type(this).__name__.lower()

    def _find_queues(self, frame: FrameType) -> None:
        """Remember the containers that the run file names, and the clock."""
        owner = frame.f_locals.get("self")
        if self.run.clock:
            with suppress(AttributeError):  # it is not the one with the clock, or has not got it yet
                clock = attrgetter(self.run.clock)
                clock(owner)
                self._now = lambda: clock(owner)
        for name in self.run.queues:
            if name in frame.f_locals:
                self._queues[name] = frame.f_locals[name]
            elif owner is not None and hasattr(owner, name):
                self._queues[name] = getattr(owner, name)
        for name in self.run.logs:
            if name in frame.f_locals:
                self._logs[name] = frame.f_locals[name]
