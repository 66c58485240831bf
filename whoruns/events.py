"""The events of a recording, the states that they bring about, and the file that a recording is kept in.

The recorder writes them and the book reads them. JSON has no tuples: each tuple here is a list in the file.
Standard library only.
"""
from __future__ import annotations

import re
from typing import Literal, NotRequired, TypedDict, get_args

Kind = Literal[
    "line",  # a line is about to run
    "made", "dropped",  # a task is made; it is thrown away before it has begun
    "start", "resume", "call",  # it gets control for the first time or again; a function is called
    "yield", "return", "raise", "step", "preempted",  # and gives control back; "step": a call is over
    "print", "log",  # a line of output; an entry that a list of the program has got
    "moved",  # somebody comes into a queue, or leaves it, and it is otherwise again at the next event
    "cancels",  # a task is asked to end
    "blocks",  # code has run long, in real time, and nothing else could
    "waits", "wakes", "looks",  # the process is put to sleep, goes on, or is answered at once
    "connects", "sends", "receives", "closes",  # a peer acts
    "io",  # the program accepts, receives, sends or closes
]

BEGINS: frozenset[Kind] = frozenset({"start", "resume", "call"})
"""Control comes to a lane."""
ENDS: frozenset[Kind] = frozenset({"yield", "return", "raise", "step", "preempted"})
"""Control goes back."""
ACTS: frozenset[Kind] = frozenset({"connects", "sends", "receives", "closes"})
"""The acts of a peer."""
NO_FAULT = ("CancelledError", "StopIteration", "StopAsyncIteration", "GeneratorExit")
"""Errors that end what they end as it should end."""

SILENT: frozenset[Kind] = frozenset({"start", "call", "print", "step", "log", "made", "dropped", "moved", "cancels"})
"""Events at which the stepper does not stop: the next line shows their effects."""

State = Literal[
    "none",  # not started; a function: not running
    "made",  # made, and not yet resumed
    "dropped",  # made, and thrown away before it was ever resumed
    "ready", "sleep", "read",  # in a queue of those who are ready, who sleep, who wait for data
    "cancelled",  # in a queue still, but cancelled
    "taken",  # taken out of a queue, and not yet resumed
    "run", "pass",  # running; having control without a line of it being run, to pass a value on
    "calls",  # waits for an inner generator, or for a function it called
    "core",  # between two steps, and in possession of the core
    "held",  # suspended, in no queue
    "lost",  # suspended, and nobody will ever resume it
    "done",  # finished
]

Queue = Literal["ready", "sleep", "read"]
"""A state that a queue gives to its tasks."""
QUEUES: tuple[Queue, ...] = get_args(Queue)
Nowhere = Literal[""]
"""In the place of such a state: a task in this place of a kernel is in another one besides."""
QUEUED: tuple[State, ...] = (*QUEUES, "cancelled")
"""The states of a task in a queue; one that stands in several has the first of them."""

AFTER: dict[State, frozenset[State]] = {
    "none": frozenset({"made", "dropped", "cancelled", "ready", "sleep", "read", "taken", "run"}),
    "made": frozenset({"ready", "run", "dropped"}),
    "dropped": frozenset(),
    "cancelled": frozenset({"taken", "run", "ready", "sleep", "done", "none"}),
    "ready": frozenset({"cancelled", "taken", "run", "sleep", "read", "done", "lost"}),
    "sleep": frozenset({"cancelled", "taken", "run", "ready", "done", "lost", "none"}),
    "read": frozenset({"taken", "run", "ready", "calls", "done", "lost", "none"}),
    "taken": frozenset({"ready", "run", "pass", "sleep", "read", "done", "lost"}),
    "run": frozenset({"ready", "sleep", "read", "calls", "core", "held", "pass", "done", "lost", "none", "taken"}),
    "pass": frozenset({"run", "calls", "held", "ready", "sleep", "read", "done"}),
    "calls": frozenset({"run", "pass", "done", "read", "sleep", "ready", "held"}),
    "core": frozenset({"run", "ready", "done"}),
    "held": frozenset({"ready", "sleep", "read", "run", "taken", "done", "calls"}),
    "lost": frozenset({"done"}),
    "done": frozenset(),
}
"""The life cycle of a task: which state may follow which. A function that is called has none."""

CANCELLED = "✕"
"""Stands before the text of an item of a queue that counts no more."""

OS = -1
"""The lane of the operating system, in which the process waits."""

Spot = tuple[int, int, int]
"""Where a frame stands: its file (by index in the recording), the line, and the number of the frame: [0, 12, 3].

Of a caller whose lines are not followed, the file is -1 or less: [-1, 0, 0] is the first of those ``outside``."""
Mark = Literal["unwatched", "cancelled"]
"""Of a task in a queue: no selector watches its socket; the entry counts no more."""
Item = tuple[int, str] | tuple[int, str, Mark]
"""In a queue: the lane of the task, its text, and a mark if it has one."""
LaneKind = Literal[
    "loop",  # whatever runs tasks: lane 0
    "task",  # a generator, a coroutine or a thread
    "call",  # a function that is called, or an object with which functions are called
    "peer",  # a person at the other end of a socket
]


class Namesake(TypedDict, total=False):
    """The fields of a lane that is not the first of its name."""

    like: str
    """That name: of "tea 2" it is "tea"."""


class Lane(Namesake):
    """A runner: a task, a loop, a function, a peer."""

    kind: LaneKind
    name: str


class Timer(TypedDict):
    """A lane is to be called, or woken, when it is time: an entry of a heap."""

    id: int
    queue: str
    lane: int
    due: float
    since: NotRequired[float]
    """When it was set, if not with this event: of a run of which the end is kept."""


class Details(TypedDict, total=False):
    """The fields of an event; the kind says which there are."""

    t: float
    """Seconds on the clock, if it is not 0: the virtual one, or, of a run in real time, since it began."""
    at: list[Spot]
    """The frames from the innermost whose lines are followed to main(); a peer's act has none."""
    note: str
    """The run file's words about a function."""
    call: str
    """The function that waits, looks, or is called on a socket; of a lane with several functions, the one called."""
    value: str
    """The value that is yielded, returned, raised, sent or received."""
    passed: Literal[True]
    """It is passed on, at a yield from or an await: an inner generator has yielded it."""
    request: list[str]
    """The request of a task of a kernel: its name, and its arguments."""
    future: Literal[True]
    """No call is asked for, but a task or future, by its name."""
    whom: int
    """The task that a request or a cancel is about: not the one that asks."""
    sets: list[Timer]
    """The timers that are set."""
    rings: list[int]
    """The ids of those whose time has come."""
    lapses: list[int]
    """The ids of those that count no more."""
    typed: str
    """The end of a printed line, which was typed."""
    hands: Literal[True]
    """An asynchronous generator hands the value to the ``async for`` around it, and asks for nothing."""
    untold: int
    """So many lines have been run before, since the last event, that are not told; -1 are more than were counted."""
    eager: Literal[True]
    """A task starts within the one that has made it, and is one of its own."""
    thrown: Literal[True]
    """The value is an error that is thrown in."""
    lasts: float
    """For how many seconds the lane has blocked all others."""
    size: int
    """How many bytes are sent or received."""
    timeout: float | None
    """Seconds that the process waits at most, or None for ever."""
    ready: list[str]
    """The names that have become ready."""
    peer: int
    """The lane of the peer at the other end."""
    text: str
    """The line that is printed, or the entry of a list."""
    vars: dict[str, str]
    """Plain variables of the innermost frame, if they have changed since they were told of it."""
    this: int
    """The number of the object that is ``self`` in the innermost frame, told once of a frame."""
    objects: dict[str, dict[str, str]]
    """Plain attributes of objects, by their numbers, if they have changed since they were told of this object."""
    owners: dict[str, dict[str, int]]
    """Of attributes that are told, those that are a task: its lane, by number of the object and attribute."""
    awaits: list[int]
    """The lanes of the tasks that a task on asyncio waits for, as it asks for them."""
    inside: int
    """The number of the lock that it waits for, or of the group."""
    lock: str
    """The name of that lock in the program, if it is one of asyncio: each time that it is taken is told."""
    holders: dict[str, list[int]]
    """Of locks, by their numbers, who has them; of groups, who is in them. If that has changed."""
    queues: dict[str, list[Item]]
    """The items of each queue, if one has changed. In memory, a queue in which nothing has changed is
    the same object, and a long one a piece of a list that others share (``stretch.py``)."""


class Event(Details):
    """An event of a run."""

    ev: Kind
    lane: int


def value_of(event: Event) -> str:
    """Return the value yielded, returned, raised, sent or received, in one text; a request is a call, or a future."""
    name, *args = event.get("request", [""])
    if "future" in event:
        return name
    return f"{name}({', '.join(map(rounded, args))})" if name else event.get("value", "")


def rounded(text: str) -> str:
    """Return a number with so many digits as one says: of 0.06999999999999999 it is 0.07; another text as it is."""
    return repr(round(float(text), 6)) if re.fullmatch(r"-?\d+\.\d{7,}", text) else text


class File(TypedDict):
    """A listing whose lines are followed."""

    name: str
    digest: str
    """The first 12 digits of the SHA-256 of the file."""


class Outside(TypedDict):
    """A function whose lines are not followed, and that calls one of those whose lines are."""

    function: str
    file: str


class Earlier(TypedDict):
    """The beginning of a run, of which only the end is kept."""

    events: int
    """So many events are not kept."""
    stands: int
    """So many events stand for them, the first ones: they bring about the same."""


class Traits(TypedDict, total=False):
    """The fields that not every run has."""

    recorded: str
    """Of real threads: the day of the recording, which is one of many."""
    levels: Literal[True]
    """Each generator is drawn in a lane of its own, not only each task."""
    awaited: list[str]
    """Places of a kernel that are none of its attributes: they are called like the thing that is waited for."""
    undrawn: list[str]
    """Of a program without a run file: its parts that cannot be followed, "threads", or "nothing" without any."""
    real: Literal[True]
    """It was recorded in real time: what waits or blocks has taken its time, and the recording is one of many."""
    earlier: Earlier
    """Of a recording in which the last events are kept: what goes before."""
    kernel: Literal[True]
    """A kernel runs the tasks: they yield requests, and are sent answers."""


class RecordingFile(Traits):
    """The recording of a run: ``make record`` writes it, figures and stepper are made of it."""

    run: str
    """The name by which the run file is found."""
    entry: str
    """The code of main(), as a reader would type it."""
    files: list[File]
    """Events refer to them by index."""
    declared: str
    """Digest of the run file."""
    outside: list[Outside]
    """Frames refer to them by -1 - index."""
    queues: dict[str, Queue | Nowhere]
    """Containers of tasks, or places of a kernel, and the state of a task in one."""
    lanes: list[Lane]
    """Events refer to them by index."""
    events: list[Event]
