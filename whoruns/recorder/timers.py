"""The timers of a run: the entries of heaps, from where they are set to where they ring or count no more."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from whoruns.events import Details, Timer
from whoruns.recorder.lanes import Lanes
from whoruns.recorder.values import counts, items

Key = tuple[str, float, int]
"""The key of an entry: its queue, the time it is due, and its number among those of its heap."""
Entry = tuple[Key, int, bool]
"""A timer: its key, the lane that it is for, and whether it counts."""


class Timers:
    """Numbers the entries of heaps, which are (when, order, task or call); none is kept."""

    def __init__(self) -> None:
        self._set: dict[Key, int] = {}
        self._newest = 0

    def changed(self, entries: Iterable[Entry], now: float) -> Details:
        """Return which timers have been set, have rung, and count no more, since this was asked last; `entries` are all
        that there are now."""
        here: dict[Key, int] = {}
        valid: set[Key] = set()
        for key, lane, is_valid in entries:
            here[key] = lane
            if is_valid:
                valid.add(key)
        told = Details()
        for key in [key for key in self._set if key not in valid]:
            number = self._set.pop(key)
            if key not in here and key[1] <= now:
                told.setdefault("rings", []).append(number)
            else:
                told.setdefault("lapses", []).append(number)
        for key in [key for key in here if key in valid and key not in self._set]:
            self._newest += 1
            self._set[key] = self._newest
            timer: Timer = {"id": self._newest, "queue": key[0], "lane": here[key], "due": key[1]}
            told.setdefault("sets", []).append(timer)
        return told


def entries_of(boxes: Mapping[str, Any], lanes: Lanes) -> Iterator[Entry]:
    """Yield the entries that are in containers."""
    for name, box in boxes.items():
        for _key, item in items(box):
            if (entry := entry_of(name, item, lanes)) is not None:
                yield entry


def entry_of(name: str, item: object, lanes: Lanes) -> Entry | None:
    """Return the entry that an item of a queue is, or None if it is no timer."""
    if not (isinstance(item, tuple) and len(item) == 3 and type(item[0]) in (int, float)):
        return None
    lane = lanes.inside(item[2])
    return None if lane is None else ((name, item[0], item[1]), lane, counts(item))
