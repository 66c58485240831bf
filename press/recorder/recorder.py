"""What happens in a run of a listing, as a list of events: a recording.

``press/run/recording.schema.json`` says what a recording is. The listing's source is not touched.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from press.recorder.lanes import Lanes
from press.recorder.tracing import GENERATOR
from press.recorder.world import World

LIMIT = 2000
"""Events of a run that a reader can still follow; a run with more is taken for one without end."""

INNER = {"<genexpr>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>"}
"""Code that is part of a line, and no function of the listing."""


class TooLong(BaseException):
    """The run has more events than a reader can follow."""


@dataclass(frozen=True)
class Plan:
    """How a run is to be recorded; a run file declares these."""

    files: tuple[str, ...]
    """Paths of the listings whose lines are followed."""
    queues: Mapping[str, str] = field(default_factory=dict)
    """Variables or attributes that hold tasks: name, and the state of a task in it."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Generator function, and how its tasks are called: a format of its arguments, "{name}"."""
    tasks: Mapping[str, object] = field(default_factory=dict)
    """Tasks that are no generators: name, and the object."""
    steps: Mapping[str, str] = field(default_factory=dict)
    """Function whose call is a step of such a task, and the argument that is the task; "": the function is it."""
    notes: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    """Such a function, and what to say of a step: a function of its arguments."""
    clock: str = ""
    """Attribute of a listing's object that holds the time, if it has a clock of its own."""
    hides: Sequence[str] = ()
    """Variables that are not shown, since they hold numbers of descriptors, which differ from run to run."""


class Recorder:
    """Collects the events of one run. It is the watcher of the listing and the listener of the world."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.world: World | None = None
        self._own_clock: object = None
        functions = [name for name, task in plan.steps.items() if not task]
        self.lanes = Lanes(plan.files, plan.names, plan.tasks, functions)
        self.events: list[dict[str, Any]] = []
        self._files = {path: number for number, path in enumerate(plan.files)}
        self._told = 0
        self._running = [0]  # lanes; the last one runs
        self._at: list[list[list[int]]] = [[]]  # where each of these was last seen
        self._queues: dict[str, Any] = {}
        self._last_queues: dict[str, list[list[object]]] = {}
        self._vars: dict[int, dict[str, str]] = {}  # by id of a frame: what was shown of it last
        self._text = ""

    # ---- what the interpreter tells

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on: if it is a task's, the task runs now."""
        if not self._is_task(frame):
            return
        if len(self._running) == 1:
            self._name_loop(frame.f_back)
        name = frame.f_code.co_name
        if task := self.plan.steps.get(name):
            lane = self.lanes.of_object(frame.f_locals[task], name)
        elif name in self.plan.steps:
            lane = self.lanes.of_function(frame.f_code)
        else:
            lane = self.lanes.of_frame(frame, new=not resumed)
        event = "resume" if lane in self.lanes.started else "start"
        self.lanes.started.add(lane)
        self._running.append(lane)
        self._at.append(self._where(frame))
        note = self.plan.notes.get(name)
        known = {key: value for key, value in frame.f_locals.items() if key != "__class__"}
        told: dict[str, object] = {"note": note(**known)} if note else {}
        self._add(event, data=told | (self._changed(frame) if resumed else {}))

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        self._count()
        if frame.f_code.co_name in INNER:
            return
        self._find_queues(frame)
        here = self._where(frame)
        last = self.events[-1] if self.events else {}
        if last.get("ev") == "line" and last["at"] == here:
            return  # interpreters differ in how often they tell a line that comes back to itself
        self._at[-1] = here
        self._add("line", data=self._changed(frame))

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator yields."""
        self._hand_back(frame, "yield", value)

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        done = "step" if frame.f_code.co_name in self.plan.steps else "return"
        self._hand_back(frame, "raise" if error else done, error or value)
        self._vars.pop(id(frame), None)
        self.lanes.forget(frame)

    def _is_task(self, frame: FrameType) -> bool:
        code = frame.f_code
        return code.co_name not in INNER and bool(code.co_name in self.plan.steps or code.co_flags & GENERATOR)

    def _hand_back(self, frame: FrameType, event: str, value: object) -> None:
        """If a task's frame stops, whoever resumed it runs now."""
        if not self._is_task(frame):
            return
        if isinstance(value, GeneratorExit) and self.events[-1]["ev"] in ("start", "resume"):
            # closed without a line of it being run; some versions of Python tell of it, some do not
            if self.events.pop()["ev"] == "start":
                self.lanes.drop(frame)
        else:
            self._at[-1] = self._where(frame)
            told: dict[str, object] = {"value": self.lanes.show(value)}
            self._add(event, data=told | self._changed(frame))
        self._running.pop()
        self._at.pop()

    # ---- what the world tells, and what is printed

    def happens(self, event: str, peer: str = "", **data: object) -> None:
        """Something outside the listing: a wait, or a peer's act."""
        if "ready" in data:
            data["ready"] = self.lanes.show_ready(data["ready"])
        if "value" in data:
            data["value"] = self.lanes.show(data["value"])
        self._add(event, lane=self.lanes.peer(peer) if peer else None, data=data)

    def write(self, text: str) -> int:
        """Take printed text, as sys.stdout; each line is an event."""
        *lines, self._text = (self._text + text).split("\n")
        for line in lines:
            self._add("print", data={"text": line})
        return len(text)

    def fail(self, error: BaseException) -> None:
        """The run ends with an error, as it is meant to."""
        del self._running[1:], self._at[1:]
        self._add("fails", data={"value": self.lanes.show(error)})

    def flush(self) -> None:
        """Do nothing: text is taken at once."""

    # ---- events

    def _add(self, event: str, lane: int | None = None, data: Mapping[str, object] | None = None) -> None:
        self._count()
        entry: dict[str, Any] = {"ev": event, "lane": self._running[-1] if lane is None else lane}
        if now := getattr(self._clock, self.plan.clock or "now", 0):
            entry["t"] = round(now, 6)
        if lane is None and self._at[-1]:
            entry["at"] = self._at[-1]
        entry.update(data or {})
        queues = {name: self.lanes.in_box(box) for name, box in self._queues.items()}
        if queues != self._last_queues:
            self._last_queues = entry["queues"] = queues
        self.events.append(entry)

    def _count(self) -> None:
        """Raise TooLong when too much has happened."""
        self._told += 1
        if self._told > LIMIT:
            raise TooLong(f"more than {LIMIT} events: does it ever end?")

    def _where(self, frame: FrameType | None) -> list[list[int]]:
        """Give [file, line] of each frame of the listings, the innermost first."""
        found = []
        while frame is not None:
            if frame.f_code.co_filename in self._files and frame.f_code.co_name not in INNER:
                found.append([self._files[frame.f_code.co_filename], frame.f_lineno])
            frame = frame.f_back
        return found

    def _changed(self, frame: FrameType) -> dict[str, object]:
        """Give the plain local variables, if they are not those shown last."""
        hidden = {*self.plan.queues, *self.plan.hides}
        plain = {
            name: self.lanes.show(value)
            for name, value in frame.f_locals.items()
            if name[0] != "_" and name not in hidden and self.lanes.is_plain(value)
        }
        if self._vars.get(id(frame)) == plain:
            return {}
        self._vars[id(frame)] = plain
        return {"vars": plain}

    def _name_loop(self, frame: FrameType | None) -> None:
        """The loop is called like the function that starts the first task, or its caller in the same object or file."""
        while frame is not None and frame.f_code.co_filename not in self._files:
            frame = frame.f_back
        while frame is not None and frame.f_back is not None and together(frame, frame.f_back):
            frame = frame.f_back
        if frame is not None and not self.lanes.all[0]["name"]:
            self.lanes.all[0]["name"] = frame.f_code.co_name

    @property
    def _clock(self) -> object:
        """Give what holds the time: the listing's own clock, or the world."""
        return self._own_clock if self.plan.clock else self.world

    def _find_queues(self, frame: FrameType) -> None:
        """Remember the containers that the plan names, and the clock."""
        if self.plan.clock and hasattr(frame.f_locals.get("self"), self.plan.clock):
            self._own_clock = frame.f_locals["self"]
        for name in self.plan.queues:
            owner = frame.f_locals.get("self")
            if name in frame.f_locals:
                self._queues[name] = frame.f_locals[name]
            elif owner is not None and hasattr(owner, name):
                self._queues[name] = getattr(owner, name)


def together(frame: FrameType, other: FrameType) -> bool:
    """Say whether two frames are of one object's methods, or of functions in one file."""
    same_file = frame.f_code.co_filename == other.f_code.co_filename
    same_object = frame.f_locals.get("self", frame) is other.f_locals.get("self", other)
    return other.f_code.co_name not in INNER and (same_file or same_object)
