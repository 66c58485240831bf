"""The lanes of a recording: who can run, which task a value stands for, and how values are written."""
from __future__ import annotations

import reprlib
import select
import socket
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from selectors import EVENT_READ, EVENT_WRITE
from types import CodeType, CoroutineType, FrameType, GeneratorType
from typing import Any

PLAIN = (type(None), bool, int, float, str, bytes)
"""Values that can be shown as they are."""
ENDED = (GeneratorType, CoroutineType)
"""What a task is when its frame is gone, so that nobody can say which it was."""

EVENTS = {EVENT_READ: "READ", EVENT_WRITE: "WRITE", select.POLLOUT: "WRITE"}  # POLLIN is EVENT_READ

SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60


class Lanes:
    """Lane 0 is the loop: whatever runs tasks. The others are tasks and peers, in the order they appear.

    A generator of the files is a task of its own, also where another generator delegates to it.
    """

    def __init__(
        self, files: Collection[str], names: Mapping[str, str], tasks: Mapping[str, object], functions: Collection[str],
    ) -> None:
        self.all: list[dict[str, str]] = [{"kind": "loop", "name": ""}]
        self.started: set[int] = set()
        self._files = files
        self._names = names
        self._functions = functions
        self._by_frame: dict[int, int] = {}  # by id of a living generator's frame
        self._shown: dict[int, tuple[object, str]] = {}  # keeps the objects, so that ids stay theirs
        self._descriptors: dict[int, str] = {}
        self._by_code: dict[CodeType, int] = {}
        self._kept = list(tasks.values())  # so that ids stay theirs
        self._by_object = {id(task): self.add("task", name) for name, task in tasks.items()}

    def add(self, kind: str, name: str) -> int:
        """Add a lane. Of lanes with one name, the second is called "name 2"."""
        same = sum(lane["name"].partition(" ")[0] == name for lane in self.all)
        self.all.append({"kind": kind, "name": f"{name} {same + 1}" if same else name})
        return len(self.all) - 1

    def drop(self, frame: FrameType) -> None:
        """Forget the newest lane: its generator was given up before it had begun."""
        lane = self._by_frame.pop(id(frame))
        self.started.discard(lane)
        if lane == len(self.all) - 1:
            self.all.pop()

    def peer(self, name: str) -> int:
        """Give the lane of a peer."""
        lane = {"kind": "peer", "name": name}
        return self.all.index(lane) if lane in self.all else self.add("peer", name)

    def of_object(self, task: object, function: str) -> int:
        """Give the lane of a task that is no generator; one that is not known yet is called like its function."""
        if id(task) not in self._by_object:
            self._by_object[id(task)] = self.add("call", self._names.get(function, function))
            self._kept.append(task)
        return self._by_object[id(task)]

    def of_function(self, code: CodeType) -> int:
        """Give the lane of a task that is a plain function."""
        if code not in self._by_code:
            self._by_code[code] = self.add("call", code.co_name)
        return self._by_code[code]

    def of_frame(self, frame: FrameType, new: bool = False) -> int:
        """Give the lane of a generator's frame; `new` if it starts now (an older frame had its id)."""
        lane = self._by_frame.get(id(frame))
        if lane is None or (new and lane in self.started):
            name = self._names.get(frame.f_code.co_name, frame.f_code.co_name).format(**frame.f_locals)
            lane = self._by_frame[id(frame)] = self.add("task", name)
        return lane

    def forget(self, frame: FrameType) -> None:
        """A generator has ended."""
        self._by_frame.pop(id(frame), None)

    def of_value(self, value: object, depth: int = 0) -> int | None:
        """Give the lane of the task that a value is or holds, or None."""
        if id(value) in self._by_object:
            return self._by_object[id(value)]
        code = getattr(value, "__code__", None)
        if code is not None and code.co_name in self._functions:
            return self.of_function(code)
        for name in ("gi_frame", "cr_frame"):
            frame = getattr(value, name, None)
            if frame is not None:
                return self.of_frame(frame) if frame.f_code.co_filename in self._files else None
        inner: Iterable[object] = ()
        if depth < 3 and isinstance(value, tuple):
            inner = value
        elif depth < 3 and type(value).__module__.startswith("ghetto_asyncio"):
            inner = list(getattr(value, "__dict__", {}).values())
        elif callable(value) and hasattr(value, "__self__"):
            inner = [value.__self__]
        lanes = (self.of_value(each, depth + 1) for each in inner if not isinstance(each, PLAIN))
        return next((lane for lane in lanes if lane is not None), None)

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is: a number, a text, a task, or a small container of these?"""
        if isinstance(value, tuple | list | set):
            return len(value) < 8 and all(map(self.is_plain, value))
        if isinstance(value, dict):
            return len(value) < 8 and all(map(self.is_plain, value.values()))
        return isinstance(value, (*PLAIN, *ENDED)) or self.of_value(value) is not None

    def in_box(self, box: Any) -> list[list[object]]:
        """Give [lane, whatever is kept with it] for each task in a container."""
        found: list[list[object]] = []
        items: list[object] = []
        for item in box.values() if isinstance(box, dict) else box:
            items += item if isinstance(item, deque) else [item]
        for item in items:
            lane = self.of_value(item)
            if lane is not None:
                kept = [each for each in item if self.of_value(each) is None] if isinstance(item, tuple) else []
                found.append([lane, *map(self.show, kept)])
        return found

    def show(self, value: object, depth: int = 0) -> str:
        """Give a short text for a value, the same in every run."""
        if isinstance(value, PLAIN):
            return SHORT.repr(value)
        if isinstance(value, BaseException):
            return f"{type(value).__name__}({', '.join(self.show(arg) for arg in value.args)})"
        if isinstance(value, tuple) and len(value) == 2:
            if isinstance(value[0], str) and value[0] == "127.0.0.1":
                return "('127.0.0.1', …)"  # the port is another in each run
            if isinstance(value[0], socket.socket) and isinstance(value[1], int) and value[1] in EVENTS:
                return f"({self.show(value[0])}, {EVENTS[value[1]]})"
        if isinstance(value, tuple | list) and id(value) not in self._by_object and depth < 3:
            inner = ", ".join(self.show(each, depth + 1) for each in value)
            if isinstance(value, list):
                return f"[{inner}]"
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        if isinstance(value, dict) and depth < 3:
            inner = ", ".join(f"{key!r}: {self.show(each, depth + 1)}" for key, each in value.items())
            return f"{{{inner}}}"
        lane = self.of_value(value)
        if lane is not None:
            return f"<{self.all[lane]['name']}>"
        if isinstance(value, ENDED):
            return f"<{value.__name__}>"
        if id(value) not in self._shown:
            kind = getattr(value, "__name__", type(value).__name__)
            number = sum(text.startswith(f"<{kind} ") for _, text in self._shown.values()) + 1
            self._shown[id(value)] = (value, f"<{kind} {number}>")
            if hasattr(value, "fileno"):
                self._descriptors[value.fileno()] = f"<{kind} {number}>"
        return self._shown[id(value)][1]

    def show_ready(self, ready: object) -> list[str]:
        """Give the names of what poll() or select() found."""
        if isinstance(ready, list):
            return [self._descriptors.get(file, "<socket>") for file, _mask in ready]
        if isinstance(ready, tuple):
            return [self.show(each) for group in ready for each in group]
        return []
