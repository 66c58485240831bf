"""How the oracle writes values: plain ones as they are, other objects as ``<kind #number>``, one number for each.

A generator has the number of its frame, a socket is ``<socket Ann #7>`` by the person at its other end. Objects are
not kept, or only if it cannot be helped: that would change how long they live.
"""
from __future__ import annotations

import dis
import functools
import os
import socket
import weakref
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from types import BuiltinMethodType, CodeType, CoroutineType, FrameType, FunctionType, GeneratorType, MethodType
from typing import Any

SCALARS = (type(None), bool, int, float, str, bytes)


@functools.cache
def first_resume(code: CodeType) -> int:
    """Return where the instruction stands with which a frame of this code begins."""
    return next(each.offset for each in dis.get_instructions(code) if each.opname == "RESUME" and each.arg == 0)


def frame_of(value: Any) -> FrameType | None:
    """Return the frame of a generator or coroutine that has not ended."""
    return getattr(value, "gi_frame", None) or getattr(value, "cr_frame", None)


class Values:
    """Names the objects of one run. `labels` are the names that a run file lists for the generators of a function."""

    def __init__(self, files: Collection[str], labels: Mapping[str, object], package: str) -> None:
        self.package = package
        self.persons: dict[Any, str] = {}
        """By address: the person there."""
        self._files = files
        self._labels = labels
        self._known: dict[int, tuple[Callable[[], object], int]] = {}  # by id: an object, and its number
        self._frames: dict[int, int] = {}  # by id of a frame: its number
        self._fresh: set[int] = set()  # numbers of frames that have not begun
        self._newest = 0
        self.handles: dict[int, Item] = {}
        """By number of a handle: its function, also if it was taken back."""
        self._named: dict[int, str] = {}  # by number of a socket, or less than 0, of a descriptor: who was there

    def tell(self, value: Any, depth: int = 0) -> str:
        """Write a value."""
        if isinstance(value, SCALARS):
            return repr(value)
        if isinstance(value, BaseException):
            return f"{type(value).__name__}({', '.join(self.tell(each) for each in value.args)})"
        if isinstance(value, tuple) and value[:1] == ("127.0.0.1",):
            return "('127.0.0.1', …)"  # the port is another in each run
        if hasattr(value, "_fields"):  # a named tuple is made anew each time; its first field says what it is of
            return f"<{type(value).__name__} of {self.tell(value[0])[1:-1]}>"
        if isinstance(value, tuple | list | set | dict | deque) and not self.is_own(type(value)) and depth < 4:
            return self._container(value, depth + 1)
        if isinstance(value, MethodType | BuiltinMethodType):
            return f"<{value.__name__} of {self.tell(value.__self__)[1:-1]}>"
        kind = getattr(value, "__name__", type(value).__name__)
        if isinstance(value, socket.socket):
            kind = f"socket {self.person(value)}"
        return f"<{kind} #{self.number(value)}>"

    def _container(self, value: Any, depth: int) -> str:
        if isinstance(value, dict):
            inner = ", ".join(f"{self._key(key, each)}: {self.tell(each, depth)}" for key, each in value.items())
            return f"{{{inner}}}"
        told = [self.tell(each, depth) for each in list(value)]
        if isinstance(value, tuple):
            return f"({told[0]},)" if len(told) == 1 else f"({', '.join(told)})"
        if isinstance(value, set):
            return f"{{{', '.join(sorted(told))}}}" if told else "set()"
        return f"[{', '.join(told)}]"

    def _key(self, key: Any, value: Any) -> str:
        """Write a key; a number may be that of the socket behind it, and differs from run to run."""
        is_number = isinstance(value, socket.socket) and value.fileno() == key
        return f"<fd {self.person(value)}>" if is_number else self.tell(key, 1)

    def person(self, sock: socket.socket) -> str:
        """Return the person at the other end of a socket of the program; a "listener" has none."""
        number = self.number(sock)
        if found := self._at_the_other_end(sock):
            self._named[number] = self._named[-1 - sock.fileno()] = found
        return self._named.get(number, "")

    def whose_number(self, number: int) -> str:
        """Return the person at the other end of a descriptor."""
        with suppress(OSError):
            copy = os.dup(number)
            try:
                same = socket.socket(fileno=copy)
                self._named[-1 - number] = self._at_the_other_end(same)
                same.detach()
            finally:
                os.close(copy)
        return self._named.get(-1 - number, "")

    def _at_the_other_end(self, sock: socket.socket) -> str:
        with suppress(OSError):
            if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                return "listener"
            return self.persons.get(sock.getpeername(), "")
        return ""

    def is_own(self, kind: type) -> bool:
        """Is a class one of the package whose modules are followed, such as that of a queue with a name?"""
        return kind.__module__.partition(".")[0] == self.package

    def someone(self, value: Any) -> str:
        """Return the name of a person: of a socket, the one at its other end; of a listing's Person, its own.

        A Person without a name is called like the one at the other end of its socket.
        """
        if isinstance(value, socket.socket):
            return self.person(value)
        if not any(self.is_own(kind) for kind in type(value).__mro__):
            return ""
        name, sock = getattr(value, "name", ""), getattr(value, "sock", None)
        if not name and isinstance(sock, socket.socket):
            return self.person(sock)
        return name if isinstance(name, str) else ""

    def labels(self, function: str, this: object = None) -> set[str]:
        """Return the names that the run file lists for the generators of a function, or gives to objects of a class."""
        own, names = f"{type(this).__name__}.", self._labels.get(function)
        titles = {name for key, name in self._labels.items() if key.startswith(own) and isinstance(name, str)}
        return {*names, *titles} if isinstance(names, tuple) else titles

    # ---- numbers

    def begun(self, frame: FrameType) -> int:
        """Return the number of a frame that begins now; a generator's may have been seen before."""
        serial = self._frames.get(id(frame), 0)
        if serial not in self._fresh:
            self._frames[id(frame)] = serial = self._next()
        self._fresh.discard(serial)
        return serial

    def serial(self, frame: FrameType) -> int:
        """Return the number of a frame."""
        return self._frames.get(id(frame)) or self.begun(frame)

    def take_back(self, serial: int) -> None:
        """Forget that a frame has begun, if nothing has since."""
        self._newest -= serial == self._newest

    def number(self, value: Any) -> int:
        """Return the number of an object."""
        frame = frame_of(value)
        if frame is not None and frame.f_code.co_filename in self._files:
            serial = self._frames.get(id(frame), 0)
            if frame.f_lasti <= first_resume(frame.f_code) and serial not in self._fresh:
                self._frames[id(frame)] = serial = self._next()
                self._fresh.add(serial)
            return self._remember(value, serial)
        known, number = self._known.get(id(value), (lambda: None, 0))
        return number if known() is value else self._remember(value, self._next())

    def _remember(self, value: Any, number: int) -> int:
        try:
            self._known[id(value)] = (weakref.ref(value), number)
        except TypeError:
            self._known[id(value)] = (lambda: value, number)
        return number

    def _next(self) -> int:
        self._newest += 1
        return self._newest


class Item:
    """An item of a queue: its value, the words that may be said of it, and whether it is cancelled."""

    def __init__(self, values: Values, *items: Any) -> None:
        self.values = values
        self.what: list[str] = []
        self.words: set[str] = set()
        self.cancelled = False
        for item in items:
            self._look(item, 0)

    def told(self) -> list[Any]:
        """Return all three."""
        return [" ".join(self.what), sorted(self.words - {""}), self.cancelled]

    def _look(self, value: Any, depth: int) -> None:
        if isinstance(value, bool) or depth > 6:
            return
        if isinstance(value, SCALARS):
            self.what.append(repr(value))
            self.words |= {repr(value), str(value), f"{value:g}" if isinstance(value, float) else ""}
        elif isinstance(value, tuple | list | dict | deque) and not self.values.is_own(type(value)):
            self._look_inside(value, depth + 1)
        elif isinstance(value, FunctionType | MethodType):
            self.what.append(value.__name__)
            self.words |= {value.__name__, *self.values.labels("", getattr(value, "__self__", None))}
            if isinstance(value, MethodType):
                self._look(value.__self__, depth + 1)
        else:
            self._look_at_object(value, depth + 1)

    def _look_inside(self, value: Any, depth: int) -> None:
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], socket.socket):
            self.words.add("READ" if value[1] == 1 else "WRITE")
        for each in value.values() if isinstance(value, dict) else value:
            self._look(each, depth)

    def _look_at_object(self, value: Any, depth: int) -> None:
        self.what.append(self.values.tell(value))
        known: list[Any] = []
        if isinstance(value, socket.socket):
            known = [value]
        elif isinstance(value, GeneratorType | CoroutineType):
            frame = frame_of(value)
            known = list(frame.f_locals.values()) if frame else []
            self.words |= {value.__name__, *self.values.labels(value.__name__)}
            self.words |= {each for each in known if isinstance(each, str)}
        elif callable(getattr(value, "cancelled", None)) and not hasattr(value, "add_done_callback"):  # no future
            self._look_at_handle(value, depth)
        elif self.values.is_own(type(value)):
            known = list(vars(value).values())
            self.words.add(str(getattr(value, "name", "")))
            for each in known:
                if isinstance(each, GeneratorType | CoroutineType):  # of a task, its generator is looked at
                    self._look(each, depth)
        self.words |= {self.values.someone(each) for each in known}

    def _look_at_handle(self, value: Any, depth: int) -> None:
        """Look at a call with a handle; one that is taken back is the one that it was, though it forgets that."""
        number = self.values.number(value)
        if value.cancelled():
            self.cancelled = True
        else:
            own = self.values.handles[number] = Item(self.values)
            for each in vars(value).values():
                own._look(each, depth)
                own.words.add(self.values.someone(each))
        kept = self.values.handles.get(number, Item(self.values))
        self.what += kept.what
        self.words |= kept.words
