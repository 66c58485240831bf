"""How values are written in a recording: shortly, and the same in every run."""
from __future__ import annotations

import re
import reprlib
import select
import socket
from collections import deque
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from selectors import SelectorKey
from types import BuiltinMethodType, MethodType
from typing import Any

from whoruns.events import Item
from whoruns.recorder.lanes import GENERATORS, PLAIN, Lanes
from whoruns.recorder.places import Outdated, Places, is_place
from whoruns.recorder.world import World

EVENTS = {select.POLLIN: "READ", select.POLLOUT: "WRITE"}
MASKS = EVENTS | {select.POLLERR: "ERR", select.POLLHUP: "HUP"}
"""Names of events; those of the selectors are the same numbers but for WRITE, which is 2."""

SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60


class Values:
    """Writes values; tasks are called like their lanes, sockets like the persons behind them."""

    def __init__(self, lanes: Lanes, world: World, places: Places | None = None) -> None:
        """`places` are those of a kernel, if there is one."""
        self.lanes = lanes
        self._world = world
        self._places = places
        self._shown: dict[object, tuple[object, str]] = {}  # keeps the objects, so that ids stay theirs
        self._handles: dict[int, str] = {}  # by id, which stays theirs (see Lanes): what they call, or would have

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is: a number, a text, a task, a socket, or a small container of these?"""
        if isinstance(value, tuple | list | set):
            return len(value) < 8 and all(map(self.is_plain, value))
        if isinstance(value, dict):
            return len(value) < 8 and all(map(self.is_plain, [*value, *value.values()]))
        if self._places and (is_place(value) or isinstance(value, BaseException)):
            return True
        return isinstance(value, (*PLAIN, *GENERATORS, socket.socket)) or self.lanes.inside(value) is not None

    def in_box(
        self, box: Any, held: Container[int] = (), write: Callable[..., str] | None = None
    ) -> list[Item]:
        """Return the items of a container in which there is a task.

        `held` are numbers of descriptors that somebody is about to deal with; `write` makes the text of an
        item from its parts, as they are shown.
        """
        found: list[Item] = []
        for key, item in items(box):
            lane = self.lanes.inside(item)
            if lane is None:
                continue
            parts = item if isinstance(item, tuple) else (item,)
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
        """Return the name of a task, with the first number before it, and what plain values come behind it."""
        before: list[str] = []
        behind: list[str] = []
        name, seen = self.lanes.all[lane]["name"], False
        for part in parts:
            if not seen and self.lanes.inside(part) == lane:
                seen = True
                if not is_cancelled(part):
                    name = self._name_of(lane, getattr(part, "callback", part))
                    self._handles[id(part)] = name
                name = self._handles.get(id(part), name)
            elif not seen and isinstance(part, int | float):
                before.append(f"{part:g}")
            elif seen:
                args = [arg for arg in (part if isinstance(part, tuple) else (part,)) if isinstance(arg, PLAIN)]
                behind += [arg if isinstance(arg, str) and arg else self.show(arg) for arg in args]
        return " ".join([*before[:1], name, *behind])

    def _name_of(self, lane: int, value: object) -> str:
        """Return the name of a lane; where it has several methods, with the one that the value is."""
        name, method = self.lanes.all[lane]["name"], getattr(value, "__func__", None)
        return name if method is None or method.__name__ == name else f"{name}.{method.__name__}"

    def _key(self, key: object, held: Container[int]) -> tuple[str, str, bool]:
        """Return whose a key of a dictionary is, for which event, and whether somebody watches for it."""
        sock, event = key if isinstance(key, tuple) and len(key) == 2 else (key, 0)
        number = sock.fileno() if isinstance(sock, socket.socket) else sock
        if not isinstance(number, int) or isinstance(number, bool):
            return "", "", True
        whose = self._world.name_of_number(number)
        watched = not whose or number in held or self._world.is_watched(number)
        return whose, EVENTS.get(event, "WRITE" if event == 2 else ""), watched

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value, the same in every run."""
        if isinstance(value, PLAIN):
            return SHORT.repr(value)
        if isinstance(value, BaseException):  # the words of the operating system differ
            args = () if isinstance(value, OSError) and value.errno is not None else value.args
            return f"{type(value).__name__}({', '.join(self.show(arg) for arg in args)})"
        if isinstance(value, tuple) and len(value) == 2:
            if isinstance(value[0], str) and value[0] == "127.0.0.1":
                return "('127.0.0.1', …)"  # the port is another in each run
            if isinstance(value[0], socket.socket) and isinstance(value[1], int):
                return f"({self.show(value[0])}, {EVENTS.get(value[1], 'WRITE')})"
        if isinstance(value, SelectorKey):
            return f"<key {self._world.name_of(value.fileobj)}>"  # type: ignore[arg-type]
        lane = self.lanes.of_value(value)
        if lane is not None and not isinstance(value, socket.socket):
            return f"<{self._name_of(lane, value)}>"
        if isinstance(value, tuple | list | set | frozenset | dict) and depth < 3:
            return self._container(value, depth + 1)
        if isinstance(value, GENERATORS):
            return f"<{value.__name__}>"
        if self._places and is_place(value):
            return self._object(value, self._places.name_of(value))
        held = None if isinstance(value, socket.socket) else self.lanes.inside(value)
        return self._object(value) if held is None else self._object(value, self.lanes.all[held]["name"])

    def show_request(self, name: str, *args: object) -> list[str]:
        """Return the name of a request to a kernel, and the texts of its arguments: wait_for, <socket Ann>, READ."""
        shown = [self.show(each) for each in args]
        if len(args) == 2 and isinstance(args[0], socket.socket) and isinstance(args[1], int):
            shown[1] = EVENTS.get(args[1], "WRITE")
        return [name, *shown]

    def _container(self, value: Any, depth: int) -> str:
        """Return the text of a container; a set is sorted, since its order is another in each run."""
        if isinstance(value, dict):
            pairs = [f"{self._shown_key(key, each)}: {self.show(each, depth)}" for key, each in value.items()]
            return "{" + ", ".join(pairs) + "}"
        inner = [self.show(each, depth) for each in value]
        if isinstance(value, list):
            return f"[{', '.join(inner)}]"
        if isinstance(value, tuple):
            return f"({inner[0]},)" if len(inner) == 1 else f"({', '.join(inner)})"
        return "{" + ", ".join(sorted(inner)) + "}" if inner else f"{type(value).__name__}()"

    def _shown_key(self, key: object, value: object) -> str:
        """Return a text for a key; a number may be the one of the socket behind it."""
        is_number = isinstance(value, socket.socket) and value.fileno() == key
        return self.show_number(key) if is_number else self.show(key)

    def _object(self, value: object, whose: str = "") -> str:
        """Return a name for an object: by whose it is, or by number; the second of a name is "name 2"."""
        bound = isinstance(value, MethodType | BuiltinMethodType)
        key = (id(value.__self__), value.__name__) if bound else id(value)  # type: ignore[attr-defined]
        if key not in self._shown:  # a method is bound anew each time, and is the same
            kind, is_socket = getattr(value, "__name__", type(value).__name__), isinstance(value, socket.socket)
            whose = self._world.name_of(value) if isinstance(value, socket.socket) else whose
            name = whose if is_socket and whose == "listener" else f"{kind} {whose}".rstrip()
            others = (text for _object, text in self._shown.values())
            same = sum(re.fullmatch(rf"<{re.escape(name)}( \d+)?>", other) is not None for other in others)
            number = f" {same + 1}" if same or not whose else ""
            self._shown[key] = (value, f"<{name}{number}>")
        return self._shown[key][1]

    def show_number(self, value: object) -> str:
        """Return a text for the number of a descriptor."""
        return f"<fd {self._world.name_of_number(value)}>" if isinstance(value, int) else self.show(value)

    def show_ready(self, ready: object) -> list[str]:
        """Return what poll() or select() found: "Ann READ"."""
        if isinstance(ready, list):
            return [f"{self._world.name_of_number(number)} {'|'.join(flags(mask))}".strip() for number, mask in ready]
        if isinstance(ready, tuple):
            found = [(each, event) for group, event in zip(ready, ("READ", "WRITE")) for each in group]
            return [f"{self._world.name_of(each)} {event}".strip() for each, event in found]
        return []


def items(box: Any) -> Iterator[tuple[object, object]]:
    """Return (key or None, item) for what is in a container, and in deques and lists in it."""
    if not isinstance(box, Collection):  # a reader has made something else of it
        return
    pairs = box.items() if isinstance(box, dict) else ((None, item) for item in box)
    for key, item in pairs:
        for each in item if isinstance(item, deque | list) else [item]:
            yield key, each


def counts(item: object) -> bool:
    """Say whether an item of a queue counts: it is not outdated, and no call that has been taken back."""
    parts = item if isinstance(item, tuple) else (item,)
    return not isinstance(item, Outdated) and not any(map(is_cancelled, parts))


def is_cancelled(value: object) -> bool:
    """Say whether a value is a call that has been taken back."""
    cancelled = getattr(value, "cancelled", None)
    return callable(cancelled) and bool(cancelled())


def flags(mask: int) -> list[str]:
    """Return the names of the events in a mask."""
    return [name for bit, name in MASKS.items() if mask & bit]
