"""The events of a recording: their kinds, their fields, and the states that a task can be in.

The recorder writes them and the book reads them; ``recording.schema.json`` says the same of the
JSON. Standard library only.
"""
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Kind = Literal[
    "line",  # a line is about to run
    "made", "dropped",  # a task is made; it is thrown away before it has begun
    "start", "resume", "call",  # it gets control for the first time or again; a function is called
    "yield", "return", "raise", "step", "preempted",  # and gives control back; "step": a call is over
    "print", "log",  # a line of output; an entry that a list of the program has got
    "waits", "wakes", "looks",  # the process is put to sleep, goes on, or is answered at once
    "connects", "sends", "receives", "closes",  # a peer acts
    "io",  # the program accepts, receives, sends or closes
    "fails",  # the run ends with an error
]

BEGINS = frozenset({"start", "resume", "call"})
"""Control comes to a lane."""
ENDS = frozenset({"yield", "return", "raise", "step", "preempted"})
"""Control goes back."""
ACTS = frozenset({"connects", "sends", "receives", "closes"})
"""What a peer does."""

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

QUEUES: tuple[State, ...] = ("ready", "sleep", "read")
"""The states that a queue can give to a task."""
QUEUED: tuple[State, ...] = (*QUEUES, "cancelled")
"""The states of a task in a queue; who stands in several has the first of them."""

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
"""Stands before what is written for an item of a queue that has been cancelled."""

OS = -1
"""The lane of the operating system, in which the process waits."""

Place = list[int]
"""File (its place in the recording), line, and the number of the frame: [0, 12, 3]."""
Item = list[int | str | bool]
"""In a queue: the lane of the task, what is written for it, and true if nobody watches for it any more."""


class Event(TypedDict):
    """What happened; the kind says which fields there are."""

    ev: Kind
    lane: int
    t: NotRequired[float]
    at: NotRequired[list[Place]]
    vars: NotRequired[dict[str, str]]
    queues: NotRequired[dict[str, list[Item]]]
    value: NotRequired[str]
    text: NotRequired[str]
    note: NotRequired[str]
    call: NotRequired[str]
    thrown: NotRequired[bool]
    peer: NotRequired[int]
    size: NotRequired[int]
    timeout: NotRequired[float | None]
    ready: NotRequired[list[str]]


class Lane(TypedDict):
    """Who can run: the loop (lane 0), a task, a function that is called, or a peer."""

    kind: Literal["loop", "task", "call", "peer"]
    name: str
