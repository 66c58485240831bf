"""A witness: it knows the meaning of the interpreter's events. The recorder has one, and asks it.

It knows lanes and their names, queues, requests, answers, and which frames are a loop's. This one knows the
declarations of a run file; it may be of a kernel, whose places hold the tasks, and whose tasks yield requests.
"""
from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from operator import attrgetter
from types import FrameType
from typing import Any, Protocol

from whoruns.events import Details, Event, Item, Kind
from whoruns.recorder.frames import together
from whoruns.recorder.giving import given, resumer
from whoruns.recorder.lanes import Lanes
from whoruns.recorder.looking import is_a
from whoruns.recorder.places import Places
from whoruns.recorder.run_file import RunFile
from whoruns.recorder.timers import Timers, entries_of
from whoruns.recorder.tracing import GENERATOR
from whoruns.recorder.values import Values, name_of
from whoruns.recorder.world import Nobody, World

Queues = Mapping[str, Sequence[Item]]
"""The items of each queue."""


class Teller(Protocol):
    """The teller of the events."""

    events: list[Event]
    running: list[int]
    """The lanes that have got control, the loop first; the last one runs."""
    queues: Queues
    """Their items as they were told last."""

    def add(self, kind: Kind, frame: FrameType | None, details: Details, lane: int | None = None) -> None:
        """Add an event; it is at the place of `frame`, and of the lane that runs if no other is named."""

    def outer(self, frame: FrameType) -> Iterator[FrameType]:
        """Yield the coroutines that wait for the one of a frame, the innermost first."""


class Declared:
    """Knows the declarations of a run file."""

    finds = False
    """It finds a run file's declarations by itself, and a loop's changes stand at the event that gave it control."""
    teller: Teller

    def __init__(self, run: RunFile, files: Sequence[str]) -> None:
        """`files` are the paths of the listings whose lines are followed."""
        self.run, self.files = run, frozenset(files)
        self.world = self.make_world()
        self.lanes = self.make_lanes()
        self.places = Places(run) if run.places else None
        self.chains = self.finds or self.places is not None
        """An error that is thrown in goes through all that wait, also where no line of theirs is run."""
        self.values = self.make_values()
        self._timers = Timers()
        self._queues: dict[str, Any] = {}
        self.now: Callable[[], float] = lambda: self.world.now
        if self.places:
            self.lanes.all[0]["name"] = run.loop or "kernel"

    def make_world(self) -> World:
        """Return the world in which the program runs."""
        return World(Nobody(), self.run.peers, self.run.typed)

    def make_lanes(self) -> Lanes:
        """Return the lanes, of which the first has its name."""
        return Lanes(self.run, self.files, self.world)

    def make_values(self) -> Values:
        """Return the writer of values."""
        return Values(self.lanes, self.world, self.places)

    # ---- who has a lane

    def has_lane(self, frame: FrameType) -> bool:
        """Say whether a frame has one."""
        code = frame.f_code
        if self.run.is_inner(code):
            return False
        return bool(code.co_flags & GENERATOR) or self.run.owner(code) is not None

    def is_ours(self, frame: FrameType) -> bool:
        """Say whether a frame is one of the program's; not one that is only heard, for its requests."""
        return True

    def lanes_above(self, frame: FrameType) -> list[int]:
        """Return lanes, the innermost first, past which an error has come to a frame that seems to have no waiter."""
        return []

    # ---- what is asked for and given

    def wish(self, kind: Kind, value: Any) -> Details:
        """Return the text of the value that is given back; of a kernel's task, its request."""
        if self.places is None or kind != "yield" or not is_a(value, tuple) or not isinstance(value[0], str):
            return {"value": self.values.show(value)}
        about = [self.lanes.of_task(each) for each in map(self.places.owner_of, value[1:])]
        whom = next((lane for lane in about if lane is not None), None)
        told: Details = {"request": self.values.show_request(*value)}
        return told if whom is None else {**told, "whom": whom}

    def given(self, frame: FrameType) -> Details:
        """Return the value given to a generator that goes on, if the line of a listing says it."""
        above = resumer(frame)
        if above is None or not self.is_listing(above):
            return {}
        how, value = given(above)
        if not how:
            return {}
        told: Details = {"value": self.values.show(value)}
        if how == "throw":
            return told | {"thrown": True}
        return {} if self.places and told["value"] == "None" else told  # which need not be told

    is_listing: Callable[[FrameType], bool]
    """Says whether a frame is of a listing, followed or not."""

    # ---- what stands where

    def boxes(self) -> Mapping[str, Any]:
        """Return the containers of tasks."""
        return self._queues if self.places is None else self._queues | self.places.boxes()

    def meet(self) -> None:
        """Let the tasks in queues have lanes, before a variable is called by its name."""
        for box in self.boxes().values():
            self.values.in_box(box)

    def stands(self, held: Container[int] = ()) -> Queues:
        """Return the items of each queue; `held` are numbers of descriptors that are about to be dealt with."""
        return {name: self.values.in_box(box, held, self.run.items.get(name)) for name, box in self.boxes().items()}

    def timers(self) -> Details:
        """Return which timers have been set, have rung, and count no more, since this was asked last."""
        return self._timers.changed(entries_of(self.boxes(), self.lanes), self.now())

    def states(self) -> dict[str, Any]:
        """Return for each queue the state of a task in it."""
        return {**self.run.queues, **(self.places.states() if self.places else {})}

    def awaited(self) -> list[str]:
        """Return the names of the places that are called like the thing awaited."""
        return self.places.awaited() if self.places else []

    def find(self, frame: FrameType) -> None:
        """Remember the containers that the run file names, and the clock."""
        owner = frame.f_locals.get("self")
        if self.run.clock:
            clock = attrgetter(self.run.clock)
            try:
                clock(owner)
                self.now = lambda: clock(owner)
            except AttributeError:  # it is not the one with the clock, or has not got it yet
                pass
        for name in self.run.queues:
            if name in frame.f_locals:
                self._queues[name] = frame.f_locals[name]
            elif owner is not None and hasattr(owner, name):
                self._queues[name] = getattr(owner, name)
        if self.places:
            self.places.find(owner)

    # ---- what it hears before, or beside, the recorder

    def enters(self, frame: FrameType, resumed: bool) -> None:
        """A frame is about to start, or to go on."""

    def entered(self) -> None:
        """It is told that it does."""

    def at_line(self, frame: FrameType) -> None:
        """A line is about to run."""

    def suspends(self, frame: FrameType, value: Any) -> tuple[Kind, Any]:
        """A frame yields; return the kind to be told, "yield", or that it is over, and the value."""
        return "yield", value

    def suspended(self, frame: FrameType) -> None:
        """It is told that it does."""

    def passed(self, frame: FrameType, outer: FrameType, value: object) -> None:
        """A frame that is not the program's yields, and one that awaits it has not gone on."""

    def leaves(
        self, frame: FrameType, value: object, error: BaseException | None
    ) -> tuple[object, BaseException | None]:
        """A frame ends; return the end to be told."""
        return value, error

    def forgets(self, frame: FrameType) -> None:
        """A frame has ended; another one may have its id."""

    def hears(self, frame: FrameType | None) -> None:
        """An event is about to be told."""

    def about(self, kind: Kind, frame: FrameType | None) -> Details:
        """Return further details of an event."""
        return {}

    def name_loop(self, frame: FrameType | None) -> str:
        """Return how the loop is called: like its class, or like the function that starts the first task."""
        while frame is not None and frame.f_code.co_filename not in self.files:
            frame = frame.f_back
        while frame is not None and frame.f_back is not None and together(frame, frame.f_back):
            frame = frame.f_back
        if frame is None:
            return ""
        this = frame.f_locals.get("self")
        return frame.f_code.co_name if this is None else name_of(type(this)).lower()
