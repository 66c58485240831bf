"""The lanes of a recording: who can run, which task a value stands for, and how values are written."""
from __future__ import annotations

import re
import reprlib
import select
import socket
import string
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from selectors import SelectorKey
from types import CodeType, CoroutineType, FrameType, GeneratorType
from typing import Any
from weakref import WeakKeyDictionary

from press.catalogue import PACKAGE
from press.recorder.run_file import RunFile
from press.recorder.world import World

PLAIN = (type(None), bool, int, float, str, bytes)
"""Values that can be shown as they are."""
GENERATORS = (GeneratorType, CoroutineType)

EVENTS = {select.POLLIN: "READ", select.POLLOUT: "WRITE"}
MASKS = EVENTS | {select.POLLERR: "ERR", select.POLLHUP: "HUP"}
"""Names of events; those of the selectors are the same numbers but for WRITE, which is 2."""

SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60


class Names(string.Formatter):
    """Formats the names of lanes: a socket is written as whose it is."""

    def __init__(self, world: World) -> None:
        self.world = world

    def format_field(self, value: Any, spec: str) -> Any:
        """Return the name of a person for a socket, and any other value as usual."""
        return self.world.name_of(value) if isinstance(value, socket.socket) else super().format_field(value, spec)


class Lanes:
    """Lane 0 is the loop: whatever runs tasks. The others are tasks and peers, in the order they appear.

    A generator of the files is a task of its own, also where another generator delegates to it.
    """

    def __init__(self, run: RunFile, files: Collection[str], world: World) -> None:
        self.all: list[dict[str, str]] = [{"kind": "loop", "name": ""}]
        self.started: set[int] = set()
        self._made: set[int] = set()
        self._run = run
        self._files = files
        self._world = world
        self._names = Names(world)
        self._by_frame: dict[int, int] = {}  # by id of a living generator's frame
        self._by_generator: WeakKeyDictionary[object, int] = WeakKeyDictionary()
        self._by_code: dict[CodeType, int] = {}
        self._shown: dict[int, tuple[object, str]] = {}  # keeps the objects, so that ids stay theirs
        self._kept = list(run.tasks.values())  # so that ids stay theirs
        self._by_object = {id(task): self.add("task", name) for name, task in run.tasks.items()}

    def add(self, kind: str, name: str) -> int:
        """Add a lane. Of lanes with one name, the second is called "name 2"; a task may be called like its peer."""
        others = [lane["name"] for lane in self.all if (lane["kind"] == "peer") == (kind == "peer")]
        same = sum(other == name or other.rpartition(" ")[0] == name for other in others)
        self.all.append({"kind": kind, "name": f"{name} {same + 1}" if same else name})
        return len(self.all) - 1

    def name_for(self, frame: FrameType) -> str:
        """Return how the run file calls the lane of a function."""
        return self._name(frame.f_code, frame.f_locals)

    def _name(self, code: CodeType, variables: Mapping[str, object]) -> str:
        name = self._run.names.get(code.co_qualname, self._run.names.get(code.co_name, code.co_name))
        if isinstance(name, str):
            return self._names.format(name, **variables) or code.co_name
        return next((each for each in name if not any(lane["name"] == each for lane in self.all)), code.co_name)

    def drop(self, frame: FrameType) -> None:
        """Forget the newest lane: its generator was given up before it had begun."""
        lane = self._by_frame.pop(id(frame))
        self.started.discard(lane)
        if lane == len(self.all) - 1 and lane not in self._made:
            self.all.pop()

    def peer(self, name: str) -> int:
        """Return the lane of a peer."""
        lane = {"kind": "peer", "name": name}
        return self.all.index(lane) if lane in self.all else self.add("peer", name)

    def of_call(self, frame: FrameType, argument: str) -> int:
        """Return the lane of a function, or of what its argument is."""
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

    def of_value(self, value: object) -> int | None:
        """Return the lane that a value is: of a generator, a function, or an object that has one; or None."""
        if id(value) in self._by_object:
            return self._by_object[id(value)]
        code = getattr(value, "__code__", None)
        if isinstance(code, CodeType) and code.co_filename in self._files:
            owner = self._run.owner(code)
            if owner is None:
                return None
            this = getattr(value, "__self__", None)
            if not owner:
                return self.of_code(code, self._name(code, {}))
            return None if this is None else self.of_owner(this, code, {"self": this})
        if not isinstance(value, GENERATORS):
            return None
        frame = value.gi_frame if isinstance(value, GeneratorType) else value.cr_frame
        if frame is not None and frame.f_code.co_filename in self._files:
            self._by_generator[value] = self.of_frame(frame)
        return self._by_generator.get(value)

    def inside(self, value: object, depth: int = 0) -> int | None:
        """Return the lane of the task that a value is or holds, or None. A loop holds tasks, but is none."""
        lane = self.of_value(value)
        if lane is not None or depth == 4 or isinstance(value, PLAIN):
            return lane
        inner: Iterable[object] = ()
        if isinstance(value, tuple):
            inner = value
        elif hasattr(value, "__self__"):
            inner = [value.__self__]
        elif type(value).__module__.startswith(PACKAGE) and not any(hasattr(value, name) for name in self._run.queues):
            inner = list(getattr(value, "__dict__", {}).values())
        lanes = (self.inside(each, depth + 1) for each in inner)
        return next((lane for lane in lanes if lane is not None), None)

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is: a number, a text, a task, a socket, or a small container of these?"""
        if isinstance(value, tuple | list | set):
            return len(value) < 8 and all(map(self.is_plain, value))
        if isinstance(value, dict):
            return len(value) < 8 and all(map(self.is_plain, [*value, *value.values()]))
        return isinstance(value, (*PLAIN, *GENERATORS, socket.socket)) or self.inside(value) is not None

    def in_box(self, box: Any, write: Callable[..., str] | None = None) -> list[list[object]]:
        """Return [lane, what is to be written for it] for each task in a container, and true if nobody watches for it.

        `write` makes the text of an item from its parts, as they are shown.
        """
        found: list[list[object]] = []
        for key, item in items(box):
            lane = self.inside(item)
            if lane is None:
                continue
            parts = item if isinstance(item, tuple) else (item,)
            if write:
                text = write(*(self.all[lane]["name"] if self.inside(each) == lane else each for each in parts))
            else:
                text = self._item(lane, parts)
            whose, event, watched = self._key(key)
            awaited = " ".join(filter(None, [whose if whose != text else "", event]))
            found.append([lane, f"{text} ({awaited})" if awaited else text])
            if not watched:
                found[-1].append(True)
        return found

    def _item(self, lane: int, parts: Iterable[object]) -> str:
        """Return the name of a task, with the first number before it, and what plain values come behind it."""
        before: list[str] = []
        behind: list[str] = []
        name, cancelled, seen = self.all[lane]["name"], False, False
        for part in parts:
            if not seen and self.inside(part) == lane:
                seen = True
                cancelled = bool(getattr(part, "cancelled", bool)())
                name = self._name_of(lane, getattr(part, "callback", part))
            elif not seen and isinstance(part, int | float):
                before.append(f"{part:g}")
            elif seen:
                args = part if isinstance(part, tuple) else (part,)
                behind += [arg if isinstance(arg, str) and arg else self.show(arg) for arg in args if isinstance(arg, PLAIN)]
        return " ".join(["✕"] * cancelled + before[:1] + [name] + behind)

    def _name_of(self, lane: int, value: object) -> str:
        """Return the name of a lane; where it has several methods, with the one that the value is."""
        name, method = self.all[lane]["name"], getattr(value, "__func__", None)
        return name if method is None or method.__name__ == name else f"{name}.{method.__name__}"

    def _key(self, key: object) -> tuple[str, str, bool]:
        """Return whose a key of a dictionary is, for which event, and whether somebody watches for it."""
        sock, event = key if isinstance(key, tuple) and len(key) == 2 else (key, 0)
        number = sock.fileno() if isinstance(sock, socket.socket) else sock
        if not isinstance(number, int) or isinstance(number, bool):
            return "", "", True
        whose = self._world.name_of_number(number)
        return whose, EVENTS.get(event, "WRITE" if event == 2 else ""), not whose or self._world.is_watched(number)

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value, the same in every run."""
        if isinstance(value, PLAIN):
            return SHORT.repr(value)
        if isinstance(value, BaseException):  # the words of the operating system differ
            args = () if isinstance(value, OSError) else value.args
            return f"{type(value).__name__}({', '.join(self.show(arg) for arg in args)})"
        if isinstance(value, tuple) and len(value) == 2:
            if isinstance(value[0], str) and value[0] == "127.0.0.1":
                return "('127.0.0.1', …)"  # the port is another in each run
            if isinstance(value[0], socket.socket) and isinstance(value[1], int):
                return f"({self.show(value[0])}, {EVENTS.get(value[1], 'WRITE')})"
        if isinstance(value, SelectorKey):
            return f"<key {self._world.name_of(value.fileobj)}>"  # type: ignore[arg-type]
        lane = self.of_value(value)
        if lane is not None and not isinstance(value, socket.socket):
            return f"<{self._name_of(lane, value)}>"
        if isinstance(value, tuple | list) and depth < 3:
            inner = ", ".join(self.show(each, depth + 1) for each in value)
            if isinstance(value, list):
                return f"[{inner}]"
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        if isinstance(value, set | frozenset) and depth < 3:
            inner = ", ".join(sorted(self.show(each, depth + 1) for each in value))
            return f"{{{inner}}}" if value else f"{type(value).__name__}()"
        if isinstance(value, dict) and depth < 3:
            inner = ", ".join(f"{self._shown_key(*pair)}: {self.show(pair[1], depth + 1)}" for pair in value.items())
            return f"{{{inner}}}"
        if isinstance(value, GENERATORS):
            return f"<{value.__name__}>"
        held = self.inside(value)
        if held is not None and not isinstance(value, socket.socket):
            return self._object(value, self.all[held]["name"])
        return self._object(value)

    def _shown_key(self, key: object, value: object) -> str:
        """Return a text for a key; a number may be the one of the socket behind it."""
        is_number = isinstance(value, socket.socket) and value.fileno() == key
        return self.show_number(key) if is_number else self.show(key)

    def _object(self, value: object, whose: str = "") -> str:
        """Return a name for an object: by whose it is, else by number; of those with one name the second is "name 2"."""
        if id(value) not in self._shown:
            kind, is_socket = getattr(value, "__name__", type(value).__name__), isinstance(value, socket.socket)
            whose = self._world.name_of(value) if isinstance(value, socket.socket) else whose
            name = whose if is_socket and whose == "listener" else f"{kind} {whose}".rstrip()
            same = sum(re.fullmatch(rf"<{re.escape(name)}( \d+)?>", text) is not None for _, text in self._shown.values())
            number = f" {same + 1}" if same or not whose else ""
            self._shown[id(value)] = (value, f"<{name}{number}>")
        return self._shown[id(value)][1]

    def show_number(self, value: object) -> str:
        """Return a text for the number of a descriptor."""
        return f"<fd {self._world.name_of_number(value)}>" if isinstance(value, int) else self.show(value)

    def show_ready(self, ready: object) -> list[str]:
        """Return what poll() or select() found: "Ann READ"."""
        if isinstance(ready, list):
            return [f"{self._world.name_of_number(number)} {'|'.join(flags(mask))}" for number, mask in ready]
        if isinstance(ready, tuple):
            found = [(each, event) for group, event in zip(ready, ("READ", "WRITE")) for each in group]
            return [f"{self._world.name_of(each)} {event}" for each, event in found]
        return []


def items(box: Any) -> Iterator[tuple[object, object]]:
    """Return (key or None, item) for what is in a container, and in deques in it."""
    pairs = box.items() if isinstance(box, dict) else ((None, item) for item in box)
    for key, item in pairs:
        for each in item if isinstance(item, deque) else [item]:
            yield key, each


def flags(mask: int) -> list[str]:
    """Return the names of the events in a mask."""
    return [name for bit, name in MASKS.items() if mask & bit]
