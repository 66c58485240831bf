"""The lanes of a recording, and the task that a value stands for."""
from __future__ import annotations

import socket
import string
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Set
from types import BuiltinMethodType, CodeType, CoroutineType, FrameType, GeneratorType, MethodType
from typing import Any
from weakref import WeakKeyDictionary

from whoruns.events import Lane, LaneKind
from whoruns.recorder.looking import attributes, function_of, held, is_a
from whoruns.recorder.run_file import RunFile
from whoruns.recorder.world import World

PLAIN = (type(None), bool, int, float, str, bytes)
"""Values that can be shown as they are."""
GENERATORS = (GeneratorType, CoroutineType)
NAMES = 10_000
"""So many names are remembered of lanes that are no more."""


class Names(string.Formatter):
    """Formats the names of lanes: a socket is written as whose it is."""

    def __init__(self, world: World) -> None:
        self.world = world

    def format_field(self, value: Any, spec: str) -> Any:
        """Return the name of a person for a socket, and any other value as usual."""
        return self.world.name_of(value) if isinstance(value, socket.socket) else super().format_field(value, spec)


class Lanes:
    """Lane 0 is the loop that runs tasks. The others are tasks and peers, in the order they appear.

    A generator of the files is a task of its own, also where another generator delegates to it.
    """

    def __init__(self, run: RunFile, files: Collection[str], world: World) -> None:
        self.all: dict[int, Lane] = {0: {"kind": "loop", "name": run.loop}}
        self._newest = 0
        self._called: Counter[tuple[bool, str]] = Counter(self._names_of(self.all[0]))
        self.started: set[int] = set()
        self._made: set[int] = set()
        self._run = run
        self._files = files
        self._names = Names(world)
        self._by_frame: dict[int, int] = {}  # by id of a living generator's frame
        self._by_generator: WeakKeyDictionary[object, int] = WeakKeyDictionary()
        self._by_code: dict[CodeType, int] = {}
        self._kept = list(run.tasks.values())  # so that ids stay theirs
        self._by_object = {id(task): self.add("task", name) for name, task in run.tasks.items()}
        self._by_handle: dict[int, int] = {}  # a call that is taken back may forget what it was to call

    def add(self, kind: LaneKind, name: str) -> int:
        """Add a lane. Of lanes with one name, the second is called "name 2"; a task may be called like its peer."""
        same = self._called[kind == "peer", name]
        first: Lane = {"kind": kind, "name": name}
        lane = self.put({**first, "name": f"{name} {same + 1}", "like": name} if same else first)
        self._called.update(self._names_of(self.all[lane]))
        return lane

    def put(self, lane: Lane) -> int:
        """Add a lane as it is, and return its number."""
        self._newest += 1
        self.all[self._newest] = lane
        return self._newest

    def _names_of(self, lane: Lane) -> set[tuple[bool, str]]:
        """Return the names that a lane counts for: "tea 2" is one of those called "tea"."""
        return {(lane["kind"] == "peer", name) for name in (lane["name"], lane["name"].rpartition(" ")[0])}

    def name_for(self, frame: FrameType) -> str:
        """Return how the run file calls the lane of a function."""
        return self._name(frame.f_code, frame.f_locals)

    def _name(self, code: CodeType, variables: Mapping[str, object]) -> str:
        name = self._run.names.get(code.co_qualname, self._run.names.get(code.co_name, code.co_name))
        if isinstance(name, str):
            return self._names.format(name, **variables) or code.co_name
        taken = {lane["name"] for lane in self.all.values() if lane["kind"] != "peer"}
        return next((each for each in name if each not in taken), code.co_name)

    def drop(self, frame: FrameType) -> None:
        """Forget the newest lane: its generator was given up before it had begun."""
        lane = self._by_frame.pop(id(frame))
        self.started.discard(lane)
        if lane == self._newest and lane not in self._made:
            self._newest -= 1
            self._called.subtract(self._names_of(self.all.pop(lane)))

    def peer(self, name: str) -> int:
        """Return the lane of a peer."""
        known = (lane for lane, each in self.all.items() if each == {"kind": "peer", "name": name})
        found = next(known, None)
        return self.add("peer", name) if found is None else found

    def of_call(self, frame: FrameType, argument: str) -> int:
        """Return the lane of a function, or of its argument."""
        if not argument:
            return self.of_code(frame.f_code, self.name_for(frame))
        return self.of_owner(frame.f_locals[argument], frame.f_code, frame.f_locals)

    def of_owner(self, owner: object, code: CodeType, variables: Mapping[str, object]) -> int:
        """Return the lane of an object, with which a function is called."""
        if id(owner) not in self._by_object:
            self._by_object[id(owner)] = self.add("call", self._name(code, variables))
            self._kept.append(owner)
        return self._by_object[id(owner)]

    def of_code(self, code: CodeType, name: str) -> int:
        """Return the lane of a function."""
        if code not in self._by_code:
            self._by_code[code] = self.add("call", name)
        return self._by_code[code]

    def of_frame(self, frame: FrameType, new: bool = False) -> int:
        """Return the lane of a generator's frame; `new` if it starts now (an older frame had its id)."""
        lane = self._by_frame.get(id(frame))
        if lane is None or (new and lane in self.started):
            lane = self._by_frame[id(frame)] = self.add("task", self.name_for(frame))
        return lane

    def of_made(self, generator: Any) -> int:
        """Return a lane for a generator that was made this moment."""
        self._by_frame.pop(id(generator.gi_frame), None)
        lane = self.of_frame(generator.gi_frame)
        self._made.add(lane)
        return lane

    def forget(self, frame: FrameType) -> None:
        """A generator has ended."""
        self._by_frame.pop(id(frame), None)

    def of_ending(self, frame: FrameType) -> list[int]:
        """Return the lanes that end with the frame of a generator."""
        lane = self._by_frame.get(id(frame))
        return [] if lane is None else [lane]

    def alive(self) -> set[int]:
        """Return the lanes that something may refer to that lives."""
        known = (self._by_frame, self._by_generator, self._by_code, self._by_object, self._by_handle)
        return {lane for each in known for lane in each.values()}

    def keep(self, lanes: Set[int]) -> None:
        """Forget all but these lanes. Of names that only one was called by, the next one may be called so again."""
        for lane in self.all.keys() - lanes:
            if "like" in self.all[lane]:
                self._called[self.all[lane]["kind"] == "peer", self.all[lane]["name"]] -= 1
            del self.all[lane]
        self.started &= lanes
        self._made &= lanes
        if len(self._called) > NAMES + 2 * len(self.all):
            here = {name for lane in self.all.values() for name in self._names_of(lane)}
            self._called = Counter({name: n for name, n in self._called.items() if n > 1 or name in here})

    def of_value(self, value: object) -> int | None:
        """Return the lane that a value is: of a generator, a function, or an object that has one; or None."""
        if id(value) in self._by_object:
            return self._by_object[id(value)]
        function = function_of(value)
        if function is not None and function.__code__.co_filename in self._files:
            code = function.__code__
            owner = self._run.owner(code)
            if owner is None:
                return None
            if not owner:
                return self.of_code(code, self._name(code, {}))
            this = value.__self__ if is_a(value, MethodType) else None  # type: ignore[attr-defined]
            return None if this is None else self.of_owner(this, code, {"self": this})
        if not is_a(value, GENERATORS):
            return None
        frame = value.gi_frame if type(value) is GeneratorType else value.cr_frame  # type: ignore[attr-defined]
        if frame is not None and frame.f_code.co_filename in self._files:
            self._by_generator[value] = self.of_frame(frame)
        return self._by_generator.get(value)

    def of_task(self, value: object) -> int | None:
        """Return the lane of a value that is a task, or None; a holder of one is none."""
        return self.inside(value) if is_a(value, GENERATORS) or held(value, "coro") is not None else None

    def inside(self, value: object, depth: int = 0) -> int | None:
        """Return the lane of the task that a value is or holds, or None. A loop holds tasks, but is none."""
        lane = self.of_value(value)
        if lane is not None or depth == 4 or is_a(value, PLAIN):
            return lane
        inner: Iterable[object] = ()
        known = self._run.is_known(type(value))
        if is_a(value, tuple):
            inner = value  # type: ignore[assignment]
        elif is_a(value, (MethodType, BuiltinMethodType)):
            inner = [value.__self__]  # type: ignore[attr-defined]
        elif known and not self._has_tasks(value):
            own = attributes(value)  # a task of a kernel has been answered, perhaps with another task
            inner = [own["coro"]] if self._run.places and "coro" in own else list(own.values())
        lanes = (self.inside(each, depth + 1) for each in inner)
        lane = next((lane for lane in lanes if lane is not None), None)
        if not (known and callable(held(value, "cancelled"))):
            return lane
        if lane is not None and id(value) not in self._by_handle:
            self._by_handle[id(value)] = lane
            self._kept.append(value)
        return self._by_handle.get(id(value))

    def _has_tasks(self, value: object) -> bool:
        """Does a value hold tasks? Among the objects of a kernel's listings, only a task does."""
        if self._run.places:
            return held(value, "coro") is None
        return any(name in attributes(value) for name in self._run.queues)
