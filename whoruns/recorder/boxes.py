"""The tasks in containers, of which only changes are looked at: most lines change none, or one end of one."""
from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from typing import Any
from weakref import ref

from whoruns.events import Item
from whoruns.recorder.lanes import GENERATORS
from whoruns.recorder.looking import is_a
from whoruns.recorder.timers import Entry, entry_of
from whoruns.recorder.values import ATOMS, Values, items, within

Rows = list[Hashable]
TASKS = frozenset(GENERATORS)
SIMPLE = ATOMS - {bool}  # which equals a number
QUICK = 16
"""To see that so many items are the same ones takes as long as to look at one."""


def rows(box: object) -> Rows | None:
    """Return something for each item of a container that is the same as long as the item is, and keeps none alive.

    None if only the items themselves can say it: objects, which may have other attributes by now.
    """
    if not is_a(box, (deque, list)):
        return None
    kinds = set(map(type, within(box)))
    if kinds <= TASKS:
        return list(map(ref, within(box)))
    if kinds != {tuple} or len(set(map(len, within(box)))) != 1:  # type: ignore[arg-type]
        return None
    columns = []
    for column in zip(*within(box)):
        kinds = set(map(type, column))
        if not (kinds <= SIMPLE or kinds <= TASKS):
            return None
        columns.append(column if kinds <= SIMPLE else map(ref, column))
    return list(zip(*columns))


def is_simple(box: object) -> bool:
    """Say whether there are only numbers, texts and the like in a container."""
    return ATOMS.issuperset(map(type, dict.values(box) if is_a(box, dict) else within(box)))  # type: ignore[arg-type]


class Boxes:
    """Knows the items of each container when it was looked at last."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self.asked = 0
        """How many items have been looked at; of those that are only counted, some."""
        self._rows: dict[str, Rows] = {}
        self._items: dict[Hashable, list[Item]] = {}
        self._entries: dict[tuple[str, Hashable], Entry | None] = {}
        self._stands: dict[str, list[Item]] = {}
        self._timers: dict[str, list[Entry]] = {}

    def look(self, boxes: Mapping[str, Any], known: Mapping[str, Rows | None]) -> bool:
        """Look at the containers, of some of which the rows are `known`; say whether anything has changed."""
        changed = False
        for name, box in boxes.items():
            now = known[name] if name in known else rows(box)
            self.asked += 0 if now is None else len(now) // QUICK
            if now is not None and self._rows.get(name) == now:
                continue
            changed = True
            if now is None:
                self._look_at_all(name, box)
            else:
                self._look_at_new(name, box, now)
        return changed

    def stands(self) -> dict[str, list[Item]]:
        """Return the items of each container, as it was looked at last."""
        return dict(self._stands)

    def timers(self) -> list[Entry]:
        """Return the entries that are timers."""
        return [entry for entries in self._timers.values() for entry in entries]

    def tidy(self) -> None:
        """Forget the items that stand in no container."""
        here = {row for rows in self._rows.values() for row in rows}
        self._items = {row: items for row, items in self._items.items() if row in here}
        self._entries = {key: entry for key, entry in self._entries.items() if key[1] in here}

    def _look_at_all(self, name: str, box: Any) -> None:
        self._rows.pop(name, None)
        everything = [item for _key, item in items(box)]
        self.asked += len(everything)
        self._stands[name] = self._values.in_box(box)
        entries = (entry_of(name, item, self._values.lanes) for item in everything)
        self._timers[name] = [entry for entry in entries if entry is not None]

    def _look_at_new(self, name: str, box: Any, now: Rows) -> None:
        known = self._items
        if new := [(row, item) for row, item in zip(now, within(box)) if row not in known]:
            self.asked += len(new)
            known.update((row, self._values.in_box([item])) for row, item in new)
        found = list(map(known.__getitem__, now))
        self._stands[name] = [item for each in found for item in each]
        if now and type(now[0]) is tuple:
            entries = self._entries
            for row, item in zip(now, within(box)):
                if (name, row) not in entries:
                    entries[name, row] = entry_of(name, item, self._values.lanes)
            self._timers[name] = [entry for row in now if (entry := entries[name, row]) is not None]
        else:
            self._timers[name] = []
        self._rows[name] = now
