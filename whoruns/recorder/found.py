"""The declarations of a run file, found in a program that has none: its lanes and their names, its queues, its calls.

1. A generator, a coroutine or a task has a lane; so has a function that a loop calls, and none that the program calls.
2. A lane is called like a task that the program has named; else like the text that its function was given,
   ``order("Ann")``; else like the function, with an argument that no other lane has, ``fetch(17)``.
3. A deque, a heap or a dictionary of sockets in which generators stand is a queue. A list need not be one: it may
   hold all of them, in any state.
4. Of the loops and kernels that programs stand on (``package.py``), it is known which attributes hold the tasks.
5. Lines of such a loop are not recorded. What the loop changes is recorded with the event that gave it control:
   a task that asked for a second is among the sleepers from that event on.
"""
from __future__ import annotations

import functools
import gc
import re
import socket
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field
from operator import attrgetter
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

from whoruns import package
from whoruns.events import Details, Queue
from whoruns.recorder.boxes import Boxes, Rows, is_simple, rows
from whoruns.recorder.lanes import GENERATORS, NAMES, PLAIN, Lanes
from whoruns.recorder.looking import attributes, function_of, is_a, module_of
from whoruns.recorder.real_world import RealWorld
from whoruns.recorder.run_file import INNER, RunFile
from whoruns.recorder.tracing import GENERATOR
from whoruns.recorder.values import Values, items, name_of
from whoruns.recorder.witness import Declared, Queues
from whoruns.recorder.world import Listener, Nobody, Peer, Script, World

__tracebackhide__ = True  # pytest shows the frames of the test that hangs, not these

WAITING = re.compile("wait|park|block|sleep|join")
"""Names of a queue of waiting tasks."""
NAME = re.compile(r"[^\W\d][\w-]{0,11}")
"""A text that can be the name of a lane."""
PATH = re.compile(r"[^\W\d][\w]*(\.[\w<>]+)+")
"""A name with those of its surroundings."""
LONGEST, CALLED = 18, 10
"""So many letters have a function and its argument, and the function's part of them, in the name of a lane."""


@dataclass(frozen=True)
class FoundRun(RunFile):
    """The settings of a program without a run file."""

    called: set[CodeType] = field(default_factory=set)
    """The functions that a loop calls, as far as they are known."""
    real: bool = False
    """Whether it runs in real time."""

    def owner(self, code: CodeType) -> str | None:
        """Return "" of a function that a loop calls, else None: no other one has a lane."""
        return "" if code in self.called else None

    def is_known(self, kind: type) -> bool:
        """Say whether a class is the program's, or one of the package's."""
        module = module_of(kind)
        return module == "__main__" or package.has(module)

    def is_inner(self, code: CodeType) -> bool:
        """Say whether code is part of a line; the module itself is not, when it is the program."""
        return code.co_name in INNER and code.co_name != "<module>"


class FoundWorld(World):
    """A world into which the program itself brings persons, as the variable ``peers``."""

    def __init__(self, listener: Listener, variables: Mapping[str, Any], typed: tuple[str, ...]) -> None:
        super().__init__(listener, None, typed)
        self._variables = variables

    def wait(self, call: str, timeout: float | None, *more: Any, **named: Any) -> Any:
        """Wait as ever, but look first for new peers."""
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
    """Names lanes as the program does."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._codes: dict[str, CodeType] = {}

    def _name(self, code: CodeType, variables: Mapping[str, object]) -> str:
        return self._after(code, variables, False) or short(code.co_name.strip("<>"))

    def _after(self, code: CodeType, variables: Mapping[str, object], task: bool) -> str:
        """Return how a call is named after an argument, if one tells it from others; `task` says whether it is one's.

        Another function may have been named after the same text: where it is a task's, both stand in the name.
        """
        arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        name, found = code.co_name.strip("<>"), list[str]()
        for value in (variables.get(each) for each in arguments if each not in ("self", "cls")):
            if type(value) is int and -1000 < value < 10_000:
                found.append(short(f"{name}({value})"))
            elif type(value) is str and value.strip():
                own = NAME.fullmatch(value) is not None
                if own and self._codes.setdefault(value, code) is code:
                    found.append(short(value))
                elif own and not task:
                    break
                else:
                    found.append(f"{beginning(name, CALLED)}({end(value, LONGEST - min(len(name), CALLED))})")
        return next((each for each in found if not self._called[False, each]), "".join(found[:1]))

    def tell_apart(self, lane: int, frame: FrameType) -> None:
        """Call the lane of a new task after its arguments, if it is called like its function."""
        if self.all[lane].get("like", self.all[lane]["name"]) == frame.f_code.co_name:
            self._rename(lane, self._after(frame.f_code, frame.f_locals, True) or frame.f_code.co_name)

    def drop(self, frame: FrameType) -> None:
        """Forget the newest lane, unless something was told of its generator: that it stands in a queue, say."""
        self._made |= {*self._by_generator.values(), *self._by_handle.values()}
        super().drop(frame)

    def keep(self, lanes: Set[int]) -> None:
        """Forget all but these lanes."""
        super().keep(lanes)
        if len(self._codes) > NAMES:
            self._codes.clear()

    def rename(self, lane: int, name: str) -> None:
        """Call a lane as the program calls its task."""
        self._rename(lane, short(name))

    def _rename(self, lane: int, name: str) -> None:
        here = self.all[lane]
        if here.get("like", here["name"]) == name:
            return
        self._called.subtract(self._names_of(here))
        same = self._called[False, name]
        here.pop("like", None)
        here["name"] = f"{name} {same + 1}" if same else name
        if same:
            here["like"] = name
        self._called.update(self._names_of(here))

    def inside(self, value: object, depth: int = 0) -> int | None:
        """Return the lane that a value is or holds."""
        if is_a(value, functools.partial):
            return self.inside(value.func, depth + 1)  # type: ignore[attr-defined]
        if name_of(type(value)) == "coroutine_wrapper":  # which __await__() gives
            return next(filter(None, map(self.of_value, gc.get_referents(value))), None)
        kinds = (*GENERATORS, FunctionType, MethodType, tuple)
        if not is_a(value, kinds) and not self._run.is_known(type(value)):
            return self.of_value(value)
        return super().inside(value, depth)


def short(name: str) -> str:
    """Return a name that has room above a column and can be read: of a long one, its beginning and its end.

    Of a long path, as AnyIO calls a task, the end: ``worker`` of ``package.module.Pool.start.<locals>.worker``.
    """
    while len(name) > 14 and PATH.fullmatch(name):
        name = name.partition(".")[2].removeprefix("<locals>.")
    name = readable(name)
    return name if len(name) <= 14 else f"{name[:8]}…{name[-5:]}"


def beginning(name: str, most: int) -> str:
    """Return a name, or its beginning, of at most so many letters."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def end(text: str, most: int) -> str:
    """Return a text, or its end, of at most so many letters: there, addresses and paths differ."""
    text = readable(text.strip()[-LONGEST * 2 :])
    return text if len(text) <= most else f"…{text[1 - most :]}"


def readable(text: str) -> str:
    """Return a text without letters that have no form."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


class FoundValues(Values):
    """Writes all values that a program may have."""

    longest = 8

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value."""
        try:
            return super().show(value[:64] if type(value) in (str, bytes) else value, depth)  # type: ignore[index]
        except ValueError:  # a number of 5000 digits
            return f"<{name_of(type(value))}>"


class Found(Declared):
    """Finds by itself the declarations of a run file, in a program with generators, by themselves or in a loop."""

    finds = True
    knows_tasks = False
    """Whether it can tell the variables of all tasks."""
    run: FoundRun
    lanes: FoundLanes

    def __init__(self, run: FoundRun, files: list[str], variables: Mapping[str, Any]) -> None:
        """`variables` are those of the program, in which it may name persons."""
        self.variables = variables
        super().__init__(run, files)
        self._called_by_loop: set[int] = set()  # ids of frames
        self._boxes = Boxes(self.values)
        self._rows: dict[str, Rows | None] = {}  # of the queues, at the line that is about to run
        self._stands: Queues = {}
        self._stood = True
        """Nothing has changed in them since the timers were looked for."""
        self.is_gone: Callable[[int], object] = lambda number: None
        """Called with the number of a lock or a group that is no more."""
        self._no_queues: dict[tuple[str, int], Rows] = {}  # by name and id of a container: what stood in it then

    def make_world(self) -> World:
        """Return the world in which the program runs."""
        return RealWorld(Nobody(), self.run.typed) if self.run.real else self.make_virtual_world()

    def values_now(self) -> Iterator[object]:
        """Yield the values of all variables, if it knows them."""
        yield from ()

    def make_virtual_world(self) -> World:
        """Return a world whose clock jumps."""
        return FoundWorld(Nobody(), self.variables, self.run.typed)

    def lane_of_thread(self, thread: int) -> int:
        """Return the lane for which a thread works, if that is known; else that of the loop."""
        return 0

    def make_lanes(self) -> FoundLanes:
        """Return the lanes, of which the first has its name."""
        return FoundLanes(self.run, self.files, self.world)

    def make_values(self) -> FoundValues:
        """Return the writer of values."""
        return FoundValues(self.lanes, self.world, self.places)

    def enters(self, frame: FrameType, resumed: bool) -> None:
        """A frame begins; if a loop has called it, it has a lane."""
        above = frame.f_back
        if not frame.f_code.co_flags & GENERATOR:
            if by_loop := above is not None and self.is_loop(above):
                self.calls(frame.f_code)
            if by_loop or len(self.teller.running) == 1:
                self._called_by_loop.add(id(frame))

    def is_ours(self, frame: FrameType) -> bool:
        """Say whether a frame is the program's."""
        return frame.f_code.co_filename in self.files

    def has_lane(self, frame: FrameType) -> bool:
        """Say whether a frame has one; a function that tasks call, too, has one only when a loop calls it."""
        called = frame.f_code.co_flags & GENERATOR or id(frame) in self._called_by_loop
        return bool(called) and super().has_lane(frame)

    def passes(self, frame: FrameType) -> None:
        """A library's coroutine begins, goes on or stops, which is not told."""

    def forgets(self, frame: FrameType) -> None:
        """A frame has ended; another one may have its id."""
        self._called_by_loop.discard(id(frame))

    def is_loop(self, frame: FrameType) -> bool:
        """Say whether a frame is of a loop, which calls functions: of any of the package."""
        name = package.LOOPS.package
        return bool(name) and f"/{name}/" in frame.f_code.co_filename

    def calls(self, code: CodeType) -> None:
        """A loop calls a function, if it is one of the program."""
        if not self.run.is_inner(code) and code.co_name != "<module>" and code.co_filename in self.files:
            self.run.called.add(code)

    def name_loop(self, frame: FrameType | None) -> str:
        """Return how the loop is called: like its class, or like the function that starts the first task."""
        outermost = None
        while frame is not None and frame.f_code.co_filename not in self.files:
            outermost = frame if self.is_loop(frame) else outermost
            frame = frame.f_back
        frame = outermost or frame
        if frame is None:
            return ""
        this = frame.f_locals.get("self")
        name = frame.f_code.co_name if this is None else name_of(type(this)).lower()
        return name if name != "<module>" else "main"

    # ---- queues

    def find(self, frame: FrameType) -> None:
        """Remember the containers in which tasks stand, in the frames above, too: that of the loop is no listing's."""
        above: FrameType | None = frame
        while above is not None and above.f_code is not getattr(self.run.main, "__code__", None):
            ours = above.f_code.co_filename in self.files
            if ours or self.is_loop(above):
                for name, value in self._held(above):
                    self._consider(name, value, ours)
                this = above.f_locals.get("self")
                if self.places is not None:
                    self.places.find(this)
                if not ours:
                    self._find_clock(this)
            above = above.f_back

    def _find_clock(self, this: object) -> None:
        """Read the time from an object of a listing that has a clock of its own."""
        for clock in map(attrgetter, package.LOOPS.clocks):
            with suppress(AttributeError):
                if type(clock(this)) in (int, float):
                    self.now = functools.partial(clock, this)

    def _held(self, frame: FrameType) -> Iterator[tuple[str, object]]:
        """Yield the variables of a frame, and the attributes of its object."""
        here = frame.f_locals
        this = here.get("self")
        own = attributes(this) if self.run.is_known(type(this)) else {}
        yield from [*here.items(), *own.items()]

    def _consider(self, name: str, value: object, ours: bool) -> None:
        """Take a container for a queue, if it is one; a name that is known may have got another container."""
        if not is_a(value, (deque, list, dict)) or name.startswith("__"):  # what is built in is no program's
            return
        now = rows(value)
        if name not in self._queues:
            if ours and (is_simple(value) or (now is not None and self._no_queues.get((name, id(value))) == now)):
                return
            state = self.state_in(name, value) if ours else package.LOOPS.queues.get(name)
            if state is None or self.run.places:
                if now is not None:
                    self._no_queues[name, id(value)] = now
                return
            self.run.queues[name] = state  # type: ignore[index]
        for _key, item in items(value) if now is None else ():
            call = item[0] if type(item) is tuple and item else item
            if (function := function_of(call)) is not None:
                self.calls(function.__code__)
        self._queues[name], self._rows[name] = value, now

    def meet(self) -> None:
        """Let the tasks in queues have lanes, before a variable is called by its name."""
        self._look(self._rows)
        self._rows = {}

    def stands(self, held: Container[int] = ()) -> Queues:
        """Return the items of each queue; it is the same object until something changes."""
        return super().stands(held) if self.places is not None else self._look({})

    def _look(self, known: Mapping[str, Rows | None]) -> Queues:
        """Look at the queues; of some the items are `known`."""
        if self.places is not None:
            super().meet()
        elif self._boxes.look(self._queues, known):
            self._stands, self._stood = self._boxes.stands(), False
        return self._stands

    def timers(self) -> Details:
        """Return which timers have been set, have rung, and count no more, since this was asked last."""
        if self.places is not None:
            return super().timers()
        if self._stood:
            return {}
        self._stood = True
        return self._timers.changed(self._boxes.timers(), self.now())

    @property
    def asked(self) -> int:
        """How many items of queues have been looked at."""
        return self._boxes.asked

    def lanes_named(self) -> set[int]:
        """Return the lanes that something may refer to that lives."""
        return self.lanes.alive()

    def tidy(self) -> None:
        """Forget what a long run leaves behind."""
        self._no_queues.clear()
        self._boxes.tidy()

    def state_in(self, name: str, value: object) -> Queue | None:
        """Return the state of tasks in a container of the program, or None if it is no queue."""
        self._boxes.asked += len(value)  # type: ignore[arg-type]
        inner = [(key, item) for key, item in items(value) if self._is_task(item)]
        if not inner:
            return None
        if is_a(value, dict):
            return "read" if all(is_a(key, (socket.socket, int, tuple)) for key, _item in inner) else None
        if all(type(item) is tuple and len(item) > 1 and type(item[0]) in (int, float) for _key, item in inner):
            return "sleep"
        if WAITING.search(name):
            return "read"
        return "ready" if is_a(value, deque) or name == "ready" else None

    def _is_task(self, item: object) -> bool:
        first = item[0] if type(item) is tuple and item else item
        if is_a(first, PLAIN) and type(item) is tuple and item:
            first = item[-1]
        if (function := function_of(first)) is not None:
            return function.__code__.co_filename in self.files
        return self.lanes.inside(item) is not None
