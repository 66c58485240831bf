"""The oracle's knowledge of kernels, from the tasks that they keep: where each of them is, and its answers."""
from __future__ import annotations

import dis
from collections import deque
from types import FrameType
from typing import Any

from whoruns.tests.oracle.values import Item, Values

DOOR = "trap"
"""The function through which all requests go."""


GONE = object()
"""Stands in an entry of a heap that counts no more."""


class Kernel:
    """Looks at the kernel of a run, once it has been met."""

    def __init__(self, places: dict[str, str], values: Values, moments: list[dict[str, Any]]) -> None:
        self.places, self.values, self.moments = places, values, moments
        self.answer: dict[str, Any] = {}
        self.lines: dict[int, int] = {}  # by number of a frame: the line that was told last
        self.kernel: Any = None
        self.others: dict[str, Any] = {}

    def find(self, owner: Any) -> None:
        """Take an object for the kernel if it has tasks and places; other owners of places of that name are noted."""
        if hasattr(owner, "tasks") and any(hasattr(owner, name) for name in self.places):
            self.kernel = owner
        elif self.kernel is not None:
            self.others |= {name: getattr(owner, name) for name in self.places if hasattr(owner, name)}

    def boxes(self) -> dict[str, list[Any]]:
        """Return the entries of each place, by looking into it."""
        if self.kernel is None:
            return {}
        own = {name: getattr(self.kernel, name) for name in self.places if hasattr(self.kernel, name)}
        for task in self.kernel.tasks:
            known = (*own.values(), *self.others.values())
            if task.place is not None and not any(task.place is each for each in known):
                same = sum(name.partition(" #")[0] == task.place.name for name in self.others)
                self.others[f"{task.place.name} {same + 1}" if same else task.place.name] = task.place
        found = {name: inside(place) for name, place in (own | self.others).items()}
        return {name: box for name, box in found.items() if box or name in self.places}

    def timers(self) -> list[tuple[str, float, int, bool]]:
        """Return the entries of the heaps: the place, when, its number, and whether it counts."""
        names = [name for name in self.places if hasattr(getattr(self.kernel, name, None), "heap")]
        heaps = {name: getattr(self.kernel, name).heap for name in names}
        return [
            (name, entry[0], entry[1], entry[2].deadline is entry) for name, heap in heaps.items() for entry in heap
        ]

    def where(self) -> dict[str, list[Any]]:
        """Return the tasks of each place, by asking each task."""
        found: dict[str, list[Any]] = {}
        for task in [] if self.kernel is None else self.kernel.tasks:
            for name, place in (vars(self.kernel) | self.others).items():
                if task.place is place:
                    found.setdefault(name, []).append(task)
        return found

    def is_door(self, frame: FrameType) -> bool:
        """Is a frame the one through which requests and answers go?"""
        return frame.f_code.co_name == DOOR

    def hear(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Hear answers through the door, of tasks that have just gone on, or are about to with an error."""
        returns = event == "return" and dis.opname[frame.f_code.co_code[frame.f_lasti]] in ("RETURN_VALUE",)
        if event == "exception" or returns:
            found = {"answer": self.values.tell(arg if returns else arg[1]), "thrown": not returns}
            self.answer = found
            for moment in reversed(self.moments):
                if moment["kind"] != "enter" or not moment["resumed"]:
                    break
                self.answer = {}
                moment |= found
        return self.hear

    def answered(self, kind: str, told: dict[str, Any]) -> dict[str, Any]:
        """Return the answer heard before a task went on, if one does now."""
        if kind != "enter" or not told["resumed"]:
            return {}
        found, self.answer = self.answer, {}
        return found

    def is_again(self, serial: int, line: int) -> bool:
        """Is this the line that was told last of a frame? Of one that calls a function, some tell it again after it."""
        before = self.lines.get(serial)
        self.lines[serial] = line
        return bool(self.places) and before == line


def inside(place: Any) -> list[Any]:
    """Return the entries of a place, each with its time or event."""
    if type(place).__name__ == "Deadlines":
        return [
            (when, getattr(it, "task", it), *([] if it.deadline is entry else [GONE]))
            for entry in sorted(place.heap, key=lambda entry: entry[:2]) for when, _order, it in [entry]
        ]
    if type(place).__name__ == "Sockets":
        keys = place.selector.get_map()
        return [((key.fileobj, event), key.data[event]) for key in (keys or {}).values() for event in key.data]
    return list(place)


def items(box: Any) -> list[Any]:
    """Return the items of a queue: the values of a dict with their keys, and the items of queues inside."""
    if not isinstance(box, dict):
        return list(box)
    return [(key, each) for key, item in box.items() for each in (item if isinstance(item, deque) else [item])]


def timers_of(boxes: dict[str, Any]) -> list[tuple[str, float, int, bool]]:
    """Return the entries of heaps of calls: the queue, when, its number, and whether it is not taken back."""
    entries = [(name, entry) for name, box in boxes.items() for entry in box if isinstance(entry, tuple)]
    calls = [(name, entry) for name, entry in entries if len(entry) == 3 and hasattr(entry[2], "cancelled")]
    return [(name, when, order, not call.cancelled()) for name, (when, order, call) in calls]


def ready(values: Values, found: Any) -> list[str]:
    """Write the result of poll() or select()."""
    if isinstance(found, list):
        return [f"{values.whose_number(number)} {mask}" for number, mask in found]
    if isinstance(found, tuple):
        return [values.person(each) for group in found for each in group]
    return []


def told_of(values: Values, boxes: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Write the items of queues or places."""
    return {name: [told(values, each) for each in box] for name, box in boxes.items()}


def told(values: Values, item: Any) -> list[Any]:
    """Write an item of a queue; an entry that counts no more is as if it were taken back."""
    if not isinstance(item, tuple) or not any(part is GONE for part in item):
        return Item(values, item).told()
    what, words, _cancelled = Item(values, item[:-1]).told()
    return [what, words, True]
