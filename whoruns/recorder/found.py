"""What run files declare, found in a program that has none: its lanes and their names, its queues, what is called.

1. A generator, a coroutine or a task has a lane; so has a function that a loop calls, and none that the program calls.
2. A lane is called like a task that the program has named; else like the text that its function was given first,
   ``order("Ann")``; else like the function.
3. A deque, a heap or a dictionary of sockets in which generators stand is a queue. A list need not be one: it may
   hold all of them, whatever they do.
4. Of the loops and kernels of the listings, it is known which attributes hold the tasks.
5. No line of such a loop is followed. What it does when it has got control back, or has waited, is so after the event
   with which it got it: who has asked for a second stands among the sleepers from then on.
"""
from __future__ import annotations

import functools
import gc
import re
import socket
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Literal, NoReturn, Unpack

from whoruns import package
from whoruns.events import ENDS, Details, Event, Kind, LaneKind, Queue
from whoruns.recorder.kernels import ChainRecorder, KernelRecorder
from whoruns.recorder.lanes import GENERATORS, PLAIN, Lanes
from whoruns.recorder.recorder import LIMIT, Recorder
from whoruns.recorder.run_file import INNER, RunFile
from whoruns.recorder.timers import Timers
from whoruns.recorder.tracing import GENERATOR
from whoruns.recorder.values import Values, items
from whoruns.recorder.world import Peer, Script, Told, TooLong, World

QUEUES: dict[str, Queue] = {"ready": "ready", "heap": "sleep", "waiting": "read"}
"""The attributes, or variables, with which the listings' loops hold tasks."""
PLACES: dict[str, Any] = {"ready": "ready", "sleepers": "sleep", "sockets": "read", "timeouts": ""}
"""Likewise of the kernels."""
WAITING = re.compile("wait|park|block|sleep|join")
"""What a queue of those is called who wait."""
LOOPS: frozenset[Kind] = ENDS | {"wakes", "looks", "io", "print", "cancels"}
"""Events after which a loop may do what no event tells."""
NAME = re.compile(r"[^\W\d][\w-]{0,11}")
"""A text that can be the name of a lane."""
CLOCKS = tuple(map(attrgetter, ("now", "selector.now", "sockets.selector.now")))
"""Where a loop or kernel of the listings keeps the time, if it jumps by itself."""
MOST_LANES, DEEPEST = 300, 40
"""So many lanes a program may have, and so many frames are told of an event."""
LONGEST = 1000
"""Characters of a printed line that are kept."""


class Enough(TooLong, KeyboardInterrupt):
    """A program has more events than a reader can follow; asyncio lets through what is a KeyboardInterrupt."""


@dataclass(frozen=True)
class FoundRun(RunFile):
    """The settings of a program without a run file."""

    called: set[CodeType] = field(default_factory=set)
    """The functions that a loop calls, as far as they are known."""

    def owner(self, code: CodeType) -> str | None:
        """Return "" of a function that a loop calls, else None: no other one has a lane."""
        return "" if code in self.called else None

    def is_known(self, kind: type) -> bool:
        """Say whether a class is the program's, or one of the listings."""
        return kind.__module__ == "__main__" or super().is_known(kind)

    def is_inner(self, code: CodeType) -> bool:
        """Say whether code is part of a line; the module itself is not, when it is the program."""
        return code.co_name in INNER and code.co_name != "<module>"


class FoundWorld(World):
    """A world into which the program itself brings persons, as the variable ``peers``."""

    def __init__(self, listener: Recorder, variables: Mapping[str, Any], typed: tuple[str, ...]) -> None:
        super().__init__(listener, None, typed)
        self._variables = variables

    def wait(self, call: str, timeout: float | None, *more: Any, **named: Any) -> Any:
        """Wait as ever, but ask first who has come."""
        known = [peer.name for peer in self._peers]
        peers = self._variables.get("peers")
        for name, script in peers.items() if isinstance(peers, dict) else ():
            if isinstance(name, str) and name not in known and callable(script):
                self.invite(name, script)
        return super().wait(call, timeout, *more, **named)

    def invite(self, name: str, script: Script) -> None:
        """Let a person begin with a script now."""
        self._peers.append(Peer(name, self))
        self._plan(0.0, script(self._peers[-1]))


class FoundLanes(Lanes):
    """Names lanes as the program does, and looks into nothing that could answer with a surprise."""

    def __init__(self, run: RunFile, files: Collection[str], world: World) -> None:
        super().__init__(run, files, world)
        self._codes: dict[str, CodeType] = {}
        self.crowded: Callable[[], object] = lambda: None
        """Is called where there are too many."""

    def add(self, kind: LaneKind, name: str) -> int:
        """Add a lane; end the program if there are too many."""
        if len(self.all) > MOST_LANES:
            self.crowded()
        return super().add(kind, name)

    def _name(self, code: CodeType, variables: Mapping[str, object]) -> str:
        given = [variables.get(name) for name in code.co_varnames[: code.co_argcount] if name not in ("self", "cls")]
        first = next((value for value in given if type(value) in (str, int)), "")
        name = code.co_name
        if isinstance(first, str) and NAME.fullmatch(first) and self._codes.setdefault(first, code) is code:
            name = first
        elif isinstance(first, int) and len(str(first)) < 5:
            name = f"{name}({first})"
        return short(name)

    def drop(self, frame: FrameType) -> None:
        """Forget the newest lane, unless something was told of its generator: that it stands in a queue, say."""
        self._made |= {*self._by_generator.values(), *self._by_handle.values()}
        super().drop(frame)

    def rename(self, lane: int, name: str) -> None:
        """Call a lane as the program calls its task."""
        here, name = self.all[lane], short(name)
        if here.get("like", here["name"]) == name:
            return
        others = self.all[:lane] + self.all[lane + 1 :]
        same = sum(other["kind"] != "peer" and other.get("like", other["name"]) == name for other in others)
        here.pop("like", None)
        here["name"] = f"{name} {same + 1}" if same else name
        if same:
            here["like"] = name

    def inside(self, value: object, depth: int = 0) -> int | None:
        """Return the lane that a value is or holds; of what is neither Python's nor the program's, nothing is asked."""
        kinds = (*GENERATORS, FunctionType, MethodType, tuple)
        if isinstance(value, functools.partial):
            return self.inside(value.func, depth + 1)
        if type(value).__name__ == "coroutine_wrapper":  # which __await__() gives
            return next(filter(None, map(self.of_value, gc.get_referents(value))), None)
        if not isinstance(value, kinds) and not self._run.is_known(type(value)):
            return self.of_value(value)
        try:
            return super().inside(value, depth)
        except Exception:  # a class of the program may answer as it likes
            return None

    def of_task(self, value: object) -> int | None:
        """Return the lane of a value that is a task, or None."""
        try:
            return super().of_task(value)
        except Exception:
            return None


def short(name: str) -> str:
    """Return a name that has room above a column and can be read: of a long one, its beginning and its end."""
    name = "".join(each if each.isprintable() else "\ufffd" for each in name)
    return name if len(name) <= 14 else f"{name[:8]}…{name[-5:]}"


class FoundValues(Values):
    """Writes whatever a program has, whatever that is."""

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value."""
        try:
            return super().show(value[:64] if isinstance(value, str | bytes) else value, depth)
        except Exception:  # a number of 5000 digits, an error in a class of the program
            return f"<{type(value).__name__}>"

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is?"""
        try:
            return super().is_plain(value)
        except Exception:
            return False


class Finding(Recorder):
    """The part of a recorder that finds by itself what a run file would say; a class that records comes behind it."""

    def __init__(self, run: FoundRun, files: list[str], variables: Mapping[str, Any]) -> None:
        super().__init__(run, files)
        self.called = run.called
        self.world = FoundWorld(self, variables, run.typed)
        self.lanes = self.make_lanes(files)
        self.values = self.frames.values = FoundValues(self.lanes, self.world, getattr(self, "places", None))
        self.timers = Timers(self.lanes)
        self.frames.deepest = DEEPEST
        self.lanes.crowded = functools.partial(self.stop, "crowded")
        self._files = frozenset(files)
        self._called_by_loop: set[int] = set()  # ids of frames
        self.limited: Literal["", "too long", "crowded"] = ""
        """Whether too much has happened, or too many can run."""

    def make_lanes(self, files: list[str]) -> FoundLanes:
        """Return the lanes, of which the first has its name."""
        return FoundLanes(self.run, files, self.world)

    # ---- what the interpreter tells: not of what persons do

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame begins; if a loop has called it, it has a lane."""
        if self.world.acting:
            return
        self._settle()
        above = frame.f_back
        if not frame.f_code.co_flags & GENERATOR:
            if by_loop := above is not None and self.is_loop(above):
                self._call(frame.f_code)
            if by_loop or len(self._running) == 1:
                self._called_by_loop.add(id(frame))
        super().enter(frame, resumed)

    def _has_lane(self, frame: FrameType) -> bool:
        """A function that tasks call, too, has one only when a loop calls it."""
        generator = frame.f_code.co_flags & GENERATOR
        return super()._has_lane(frame) and bool(generator or id(frame) in self._called_by_loop)

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        if not self.world.acting:
            super().line(frame)

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator yields."""
        if not self.world.acting:
            super().suspend(frame, value)

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        if not self.world.acting:
            super().leave(frame, value, error)
        self._called_by_loop.discard(id(frame))

    def is_loop(self, frame: FrameType) -> bool:
        """Say whether a frame is of a loop, which calls functions: of any listing."""
        return bool(package.LOOPS.package) and f"/{package.LOOPS.package}/" in frame.f_code.co_filename

    def _call(self, code: CodeType) -> None:
        if not self.run.is_inner(code) and code.co_name != "<module>" and code.co_filename in self._files:
            self.called.add(code)

    def _add(self, kind: Kind, frame: FrameType | None, details: Details, lane: int | None = None) -> None:
        """Add an event, until the program is over."""
        if not self.over:
            if kind != "line":
                self._settle()
            super()._add(kind, frame, details, lane)

    def _settle(self) -> None:
        """If a loop has control, tell what it has done since with the event that gave it control."""
        last: Event | None = self.events[-1] if self.events and len(self._running) == 1 else None
        if last is None or last["ev"] not in LOOPS:
            return
        queues = self._in_queues()
        if queues != self._last_queues:
            self._last_queues = last["queues"] = queues
        told = self.timers.changed(self._boxes(), self._now())
        for key in ("sets", "rings", "lapses"):
            if key in told:
                last[key] = [*last.get(key, []), *told[key]]

    def _count(self) -> None:
        """End the program when too much has happened."""
        self._told += 1
        if self._told > LIMIT:
            self.stop("too long")

    def stop(self, limit: Literal["too long", "crowded"]) -> NoReturn:
        """End the program; what ends it is no part of the run."""
        self.limited, self.world.hangs = self.limited or limit, True
        raise Enough

    def say(self, line: str) -> None:
        """Take a line that Python or asyncio writes, not the program."""
        self.write(f"{line}\n")

    def forgotten(self, coroutine: Any) -> None:
        """A coroutine is thrown away that nobody has ever awaited; no weak reference to it may be made any more."""
        frame = coroutine.cr_frame
        if frame.f_code.co_filename in self._files:
            self._add("dropped", sys._getframe(1), {}, self.lanes.of_frame(frame))
            self.lanes.forget(frame)  # another one may have its id
        self.say(f"RuntimeWarning: coroutine '{coroutine.__qualname__}' was never awaited")

    def write(self, text: str) -> int:
        """Take printed text; of a line without end, only the beginning."""
        lines = text.split("\n")
        super().write("\n".join(line[:LONGEST] for line in lines[: LIMIT + 2]))
        self._text = self._text[:LONGEST]
        return len(text)

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Something outside the program; asking all the time who is ready is nothing to be told."""
        if kind != "looks" or told["ready"]:
            super().happens(kind, peer, **told)

    def _name_loop(self, frame: FrameType | None) -> None:
        """The loop is called like its class, or like the function of the program that starts the first task."""
        outermost = None
        while frame is not None and frame.f_code.co_filename not in self._files:
            outermost = frame if self.is_loop(frame) else outermost
            frame = frame.f_back
        frame = outermost or frame
        if frame is None or self.lanes.all[0]["name"]:
            return
        this = frame.f_locals.get("self")
        name = frame.f_code.co_name if this is None else type(this).__name__.lower()
        self.lanes.all[0]["name"] = name if name != "<module>" else "main"

    # ---- queues

    def _find_queues(self, frame: FrameType) -> None:
        """Remember the containers in which tasks stand, in the frames above, too: that of the loop is no listing's."""
        above: FrameType | None = frame
        while above is not None and above.f_code is not getattr(self.run.main, "__code__", None):
            ours = above.f_code.co_filename in self._files
            if ours or self.is_loop(above):
                for name, value in self._held(above):
                    self._consider(name, value, ours)
                this = above.f_locals.get("self")
                if isinstance(self, KernelRecorder):
                    self.places.find(this)
                if not ours:
                    self._find_clock(this)
            above = above.f_back

    def _find_clock(self, this: object) -> None:
        """Read the time from an object of a listing that has a clock of its own."""
        for clock in CLOCKS:
            with suppress(AttributeError):
                if isinstance(clock(this), int | float):
                    self._now = functools.partial(clock, this)

    def _held(self, frame: FrameType) -> Iterator[tuple[str, object]]:
        """Yield the variables of a frame, and the attributes of its object."""
        here = frame.f_locals
        this = here.get("self")
        own = getattr(this, "__dict__", {}) if self.run.is_known(type(this)) else {}
        yield from [*here.items(), *own.items()]

    def _consider(self, name: str, value: object, ours: bool) -> None:
        """Take a container for a queue, if it is one; a name that is known may have got another container."""
        if not isinstance(value, deque | list | dict):
            return
        if name not in self._queues:
            state = self.state_in(name, value) if ours else QUEUES.get(name)
            if state is None or self.run.places:
                return
            self.run.queues[name] = state  # type: ignore[index]
        for _key, item in items(value):
            call = item[0] if isinstance(item, tuple) and item else item
            code = getattr(call, "__code__", None) if isinstance(call, FunctionType | MethodType) else None
            if code is not None:
                self._call(code)
        self._queues[name] = value

    def state_in(self, name: str, value: object) -> Queue | None:
        """Return in which state those are who stand in a container of the program, or None if it is no queue."""
        inner = [(key, item) for key, item in items(value) if self._is_task(item)]
        if not inner:
            return None
        if isinstance(value, dict):
            return "read" if all(isinstance(key, socket.socket | int | tuple) for key, _item in inner) else None
        if all(isinstance(item, tuple) and type(item[0]) in (int, float) and len(item) > 1 for _key, item in inner):
            return "sleep"
        if WAITING.search(name):
            return "read"
        return "ready" if isinstance(value, deque) or name == "ready" else None

    def _is_task(self, item: object) -> bool:
        first = item[0] if isinstance(item, tuple) and item else item
        if isinstance(first, PLAIN) and isinstance(item, tuple):
            first = item[-1]
        if isinstance(first, FunctionType | MethodType):
            return first.__code__.co_filename in self._files
        return self.lanes.inside(item) is not None


class FoundProgram(Finding, ChainRecorder):
    """Records a program with generators, by themselves or in a loop."""


class FoundKernel(Finding, KernelRecorder):
    """Records a program that runs in one of our kernels."""

    def awaited(self) -> list[str]:
        """Return the names of the places that are called like what is waited for."""
        return self.places.awaited()

    def states(self) -> dict[str, Any]:
        """Return for each place what a task in it is."""
        return self.places.states()
