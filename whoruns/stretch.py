"""The tasks in a place, in order, and the list that events keep of them: it costs the same however many there are.

That list is a piece of a list that only grows. Where a task comes in between, or leaves from there, a new list is
begun; earlier events keep the old one.
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from whoruns.events import Item

SHORT = 32
"""So many are told as a list."""


class Stretch(Sequence[Item]):
    """The items from `first` to `last`, without that one, of a longer list; none of them will change."""

    __slots__ = ("all", "first", "last")

    def __init__(self, items: list[Item], first: int, last: int) -> None:
        self.all, self.first, self.last = items, first, last

    def __len__(self) -> int:
        return self.last - self.first

    def __iter__(self) -> Iterator[Item]:
        return islice(self.all, self.first, self.last)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            places = range(self.first, self.last)[index]
            return self.all[places.start : places.stop] if places.step == 1 else [self.all[each] for each in places]
        return self.all[range(self.first, self.last)[index]]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Stretch) and other.all is self.all:
            return (self.first, self.last) == (other.first, other.last)
        return isinstance(other, Sequence) and len(self) == len(other) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash((id(self.all), self.first, self.last))


class Place:
    """The tasks in a place, in the order of keys."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._keys: list[Any] = []
        self._first = 0
        self._told: Sequence[Item] | None = None

    def __len__(self) -> int:
        return len(self._items) - self._first

    def add(self, key: Any, item: Item) -> None:
        """Add an item, at the place that the key has among the others."""
        self._told = None
        at = bisect_left(self._keys, key, self._first)
        if at < len(self._keys):
            at -= self._begin_anew()
        self._keys.insert(at, key)
        self._items.insert(at, item)

    def remove(self, key: Any) -> None:
        """Remove the item of a key."""
        self._told = None
        at = bisect_left(self._keys, key, self._first)
        if at == self._first:
            self._first += 1
        else:
            at -= self._begin_anew()
            del self._keys[at], self._items[at]

    def before(self) -> int:
        """Return a number that comes before all keys, which are numbers."""
        return self._keys[self._first] - 1 if len(self) else 0

    def rename(self, lane: int, name: str, new: str) -> None:
        """Write another name for a lane."""
        if any(item[0] == lane for item in islice(self._items, self._first, None)):
            self._begin_anew()
            self._told = None
            self._items = [(lane, item[1].replace(name, new)) if item[0] == lane else item for item in self._items]

    def told(self) -> Sequence[Item]:
        """Return the items; it is the same object until one comes or leaves."""
        if self._told is None:
            first, last = self._first, len(self._items)
            short = last - first <= SHORT
            self._told = self._items[first:last] if short else Stretch(self._items, first, last)
        return self._told

    def tidy(self) -> None:
        """Leave what is over to earlier events."""
        self._begin_anew()

    def _begin_anew(self) -> int:
        """Leave the list to earlier events; return how many items are in the new one no more."""
        gone = self._first
        self._items, self._keys, self._first = self._items[gone:], self._keys[gone:], 0
        return gone
