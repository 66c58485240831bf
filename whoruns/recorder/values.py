"""How values are written in a recording: shortly, and the same in every run."""
from __future__ import annotations

import itertools
import re
import reprlib
import select
import socket
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Iterator
from enum import Enum
from selectors import SelectorKey
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType, MethodWrapperType
from typing import Any

from whoruns.events import Item
from whoruns.recorder.lanes import GENERATORS, NAMES, PLAIN, Lanes
from whoruns.recorder.looking import attributes, function_of, held, is_a
from whoruns.recorder.places import Outdated, Places, is_place
from whoruns.recorder.world import World

EVENTS = {select.POLLIN: "READ", select.POLLOUT: "WRITE"}
MASKS = EVENTS | {select.POLLERR: "ERR", select.POLLHUP: "HUP"}
"""Names of events; those of the selectors are the same numbers but for WRITE, which is 2."""

ADDRESS = re.compile(r"(?i) at 0x[0-9a-f]+")
"""Where an object of a message lies, which is elsewhere in each run."""

ATOMS = frozenset(PLAIN)
CONTAINERS = (tuple, list, set, dict)
MOST = 8
"""A container with so many things is not shown among the variables."""

SHOWN = 1000
"""So many objects are kept for their numbers in a run that need not end."""

SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60
args_of: Any = vars(BaseException)["args"].__get__
name_of: Any = vars(type)["__name__"].__get__


class Values:
    """Writes values; tasks are called like their lanes, sockets like the persons behind them. None is asked."""

    longest = 1 << 30
    """So many things of a container are written."""

    def __init__(self, lanes: Lanes, world: World, places: Places | None = None) -> None:
        """`places` are those of a kernel, if there is one."""
        self.lanes = lanes
        self._world = world
        self._places = places
        self._shown: dict[object, tuple[object, str]] = {}  # keeps the objects, so that ids stay theirs
        self._numbered: Counter[str] = Counter()
        self._handles: dict[int, str] = {}  # by id, which stays theirs (see Lanes): what they call, or would have

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is: a number, a text, a task, a socket, or a small container of these?"""
        if type(value) in ATOMS:
            return True
        if is_a(value, CONTAINERS):
            inner = list(itertools.islice(within(value), 2 * MOST))
            return len(inner) < MOST * (1 + is_a(value, dict)) and all(map(self.is_plain, inner))
        if self._places and (is_place(value) or is_a(value, BaseException)):
            return True
        return is_a(value, (*PLAIN, *GENERATORS, socket.socket)) or self.lanes.inside(value) is not None

    def in_box(
        self, box: Any, held: Container[int] = (), write: Callable[..., str] | None = None
    ) -> list[Item]:
        """Return the items of a container in which there is a task.

        `held` are numbers of descriptors that are about to be dealt with; `write` makes the text of an
        item from its parts, as they are shown.
        """
        found: list[Item] = []
        for key, item in items(box):
            lane = self.lanes.inside(item)
            if lane is None:
                continue
            parts: tuple[object, ...] = item if is_a(item, tuple) else (item,)  # type: ignore[assignment]
            if write:
                name = self.lanes.all[lane]["name"]
                told = (name if self.lanes.inside(each) == lane else each for each in parts)
                text = write(*told)
            else:
                text = self._item(lane, parts)
            whose, event, watched = self._key(key, held)
            awaited = " ".join(filter(None, [whose if whose != text else "", event]))
            text = f"{text} ({awaited})" if awaited else text
            if not counts(item):
                found.append((lane, text, "cancelled"))
            else:
                found.append((lane, text) if watched else (lane, text, "unwatched"))
        return found

    def _item(self, lane: int, parts: Iterable[object]) -> str:
        """Return the name of a task, with the first number before it, and the plain values behind it."""
        before: list[str] = []
        behind: list[str] = []
        name, seen = self.lanes.all[lane]["name"], False
        for part in parts:
            if not seen and self.lanes.inside(part) == lane:
                seen = True
                if not is_cancelled(part):
                    name = self.name_of_call(lane, held(part, "callback", part))
                    self._handles[id(part)] = name
                name = self._handles.get(id(part), name)
            elif not seen and is_a(part, (int, float)):
                before.append(seconds(part))  # type: ignore[arg-type]
            elif seen:
                args: Iterable[Any] = part if is_a(part, tuple) else (part,)  # type: ignore[assignment]
                behind += [arg if type(arg) is str and arg else self.show(arg) for arg in args if is_a(arg, PLAIN)]
        return " ".join([*before[:1], name, *behind])

    def name_of_call(self, lane: int, value: object) -> str:
        """Return the name of a lane; where it has several methods, with the one that the value is."""
        name, method = self.lanes.all[lane]["name"], function_of(value) if is_a(value, MethodType) else None
        return name if method is None or method.__name__ == name else f"{name}.{method.__name__}"

    def _key(self, key: object, held: Container[int]) -> tuple[str, str, bool]:
        """Return the owner of a dictionary's key, the event, and whether it is watched."""
        sock, event = key if isinstance(key, tuple) and len(key) == 2 else (key, 0)
        number = sock.fileno() if isinstance(sock, socket.socket) else sock
        if not isinstance(number, int) or isinstance(number, bool):
            return "", "", True
        whose = self._world.name_of_number(number)
        watched = not whose or number in held or self._world.is_watched(number)
        return whose, EVENTS.get(event, "WRITE" if event == 2 else ""), watched

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value, the same in every run."""
        if type(value) in ATOMS:
            return SHORT.repr(value)
        if is_a(value, PLAIN):
            plain: Any = next(kind for kind in PLAIN if is_a(value, kind))
            text = plain.__repr__(value)
            is_member = is_a(value, Enum) and "_name_" in attributes(value)
            return f"<{name_of(type(value))}.{attributes(value)['_name_']}: {text}>" if is_member else text
        if is_a(value, BaseException):  # the words of the operating system differ
            args = () if is_a(value, OSError) and vars(OSError)["errno"].__get__(value) is not None else args_of(value)
            same = (ADDRESS.sub("", arg) if type(arg) is str else arg for arg in args)
            return f"{name_of(type(value))}({', '.join(map(self.show, same))})"
        if is_a(value, SelectorKey):
            return f"<key {self._world.name_of(value.fileobj)}>"  # type: ignore[attr-defined]
        if is_a(value, tuple):
            inner = list(within(value))
            if len(inner) == 2 and type(inner[0]) is str and inner[0] == "127.0.0.1":
                return "('127.0.0.1', …)"  # the port is another in each run
            if len(inner) == 2 and is_a(inner[0], socket.socket) and is_a(inner[1], int):
                return f"({self.show(inner[0])}, {EVENTS.get(inner[1], 'WRITE')})"  # type: ignore[call-overload]
        lane = self.lanes.of_value(value)
        if lane is not None and not is_a(value, socket.socket):
            return f"<{self.name_of_call(lane, value)}>"
        if is_a(value, (*CONTAINERS, frozenset)) and depth < 3:
            return self._container(value, depth + 1)
        if is_a(value, GENERATORS):
            return f"<{value.__name__}>"  # type: ignore[attr-defined]
        if self._places and is_place(value):
            return self._object(value, self._places.name_of(value))
        inner_lane = None if is_a(value, socket.socket) else self.lanes.inside(value)
        return self._object(value) if inner_lane is None else self._object(value, self.lanes.all[inner_lane]["name"])

    def show_request(self, name: str, *args: object) -> list[str]:
        """Return the name of a request to a kernel, and the texts of its arguments: wait_for, <socket Ann>, READ."""
        shown = [self.show(each) for each in args]
        if len(args) == 2 and is_a(args[0], socket.socket) and type(args[1]) is int:
            shown[1] = EVENTS.get(args[1], "WRITE")
        return [name, *shown]

    def _container(self, value: object, depth: int) -> str:
        """Return the text of a container; a set is sorted, since its order is another in each run."""
        if is_a(value, dict):
            known: Any = value
            pairs = itertools.islice(dict.items(known), self.longest + 1)
            inner = [f"{self._shown_key(key, each)}: {self.show(each, depth)}" for key, each in pairs]
        else:
            inner = [self.show(each, depth) for each in itertools.islice(within(value), self.longest + 1)]
        if is_a(value, (set, frozenset)):
            inner.sort()
        inner[self.longest :] = ["…"] * (len(inner) > self.longest)
        if is_a(value, list):
            return f"[{', '.join(inner)}]"
        if is_a(value, tuple):
            return f"({inner[0]},)" if len(inner) == 1 else f"({', '.join(inner)})"
        return "{" + ", ".join(inner) + "}" if inner or is_a(value, dict) else f"{name_of(type(value))}()"

    def _shown_key(self, key: object, value: object) -> str:
        """Return a text for a key; a number may be the one of the socket behind it."""
        is_number = type(value) is socket.socket and type(key) is int and value.fileno() == key
        return self.show_number(key) if is_number else self.show(key)

    def _object(self, value: object, whose: str = "") -> str:
        """Return a name for an object: by whose it is, or by number; the second of a name is "name 2"."""
        bound = is_a(value, (MethodType, BuiltinMethodType))
        key = (id(value.__self__), called(value)) if bound else id(value)  # type: ignore[attr-defined]
        if key not in self._shown:  # a method is bound anew each time, and is the same
            kind, is_socket = called(value), is_a(value, socket.socket)
            whose = self._world.name_of(value) if is_socket else whose  # type: ignore[arg-type]
            name = whose if is_socket and whose == "listener" else f"{kind} {whose}".rstrip()
            self._numbered[name] += 1
            same = self._numbered[name] - 1
            number = f" {same + 1}" if same or not whose else ""
            self._shown[key] = (value, f"<{name}{number}>")
        return self._shown[key][1]

    def show_number(self, value: object) -> str:
        """Return a text for the number of a descriptor."""
        return f"<fd {self._world.name_of_number(value)}>" if type(value) is int else self.show(value)

    def keep(self) -> None:
        """Forget all but the objects that were numbered last; another time, others have another number."""
        for key in [*self._shown][:-SHOWN]:
            del self._shown[key]
        if len(self._numbered) > NAMES:
            self._numbered = Counter({name: number for name, number in self._numbered.items() if number > 1})

    def _whose(self, number: int) -> str:
        """Return the owner of a number's connection; without one, the name of the socket, if it was shown."""
        socks = ((value, text) for value, text in self._shown.values() if is_a(value, socket.socket))
        here = (text.strip("<>") for value, text in socks if value.fileno() == number)  # type: ignore[attr-defined]
        return self._world.name_of_number(number) or next(here, "")

    def show_ready(self, ready: object) -> list[str]:
        """Return the result of poll() or select(): "Ann READ"."""
        if isinstance(ready, list):
            return [f"{self._whose(number)} {'|'.join(flags(mask))}".strip() for number, mask in ready]
        if isinstance(ready, tuple):
            found = [(each, event) for group, event in zip(ready, ("READ", "WRITE")) for each in group]
            return [f"{self._world.name_of(each)} {event}".strip() for each, event in found]
        return []


def within(value: object) -> Iterator[object]:
    """Yield the items of a container, of a dictionary keys and values; no method of its own class is called."""
    if is_a(value, dict):
        return itertools.chain.from_iterable(dict.items(value))  # type: ignore[arg-type]
    kind = next(kind for kind in (*CONTAINERS, frozenset, deque) if is_a(value, kind))
    return kind.__iter__(value)  # type: ignore[arg-type]


def called(value: object) -> str:
    """Return the name of a function, a method or a class; of another object, that of its class."""
    if is_a(value, type):
        return str(name_of(value))
    named = is_a(value, (FunctionType, MethodType, BuiltinFunctionType, MethodWrapperType))
    return str(value.__name__) if named else str(name_of(type(value)))  # type: ignore[attr-defined]


def seconds(number: float) -> str:
    """Return the text of a time, to the microsecond."""
    return f"{round(number, 6):.12g}"


def items(box: Any) -> Iterator[tuple[object, object]]:
    """Return (key or None, item) for the items of a container, and of deques and lists in it."""
    if is_a(box, dict):
        pairs: Iterable[tuple[object, object]] = dict.items(box)
    elif is_a(box, (*CONTAINERS, frozenset, deque)):
        pairs = ((None, item) for item in within(box))
    else:  # a reader has made something else of it
        return
    for key, item in pairs:
        for each in within(item) if is_a(item, (deque, list)) else [item]:
            yield key, each


def counts(item: object) -> bool:
    """Say whether an item of a queue counts: it is not outdated, and no call that has been taken back."""
    parts: Iterable[object] = item if is_a(item, tuple) else (item,)  # type: ignore[assignment]
    return not is_a(item, Outdated) and not any(map(is_cancelled, parts))


def is_cancelled(value: object) -> bool:
    """Say whether a value is a call that has been taken back."""
    cancelled = held(value, "cancelled")
    return callable(cancelled) and bool(cancelled())


def flags(mask: int) -> list[str]:
    """Return the names of the events in a mask."""
    return [name for bit, name in MASKS.items() if mask & bit]
