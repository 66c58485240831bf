"""The tasks in a place, in order, and the list that events keep of them: it costs the same however many there are.

That list is a piece of a list that only grows. Where a task comes in between, or leaves from there, a new list is
begun; earlier events keep the old one.
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

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


Change = tuple[str, Item, int]
"""An item has come into a queue (1), or has left it (-1)."""


def told_changes(before: Mapping[str, Sequence[Item]], now: Mapping[str, Sequence[Item]]) -> list[Change]:
    """Return the items that have left a queue, and those that have come; a moved one may be told as both."""
    found: list[Change] = []
    for name in before.keys() | now.keys():
        old, new = before.get(name, ()), now.get(name, ())
        if old is not new:
            same = kept(old, new)
            found += [(name, item, -1) for item in others(old, [(start, length) for start, _place, length in same])]
            found += [(name, item, 1) for item in others(new, [(place, length) for _start, place, length in same])]
    return found


T = TypeVar("T")


def others(items: Sequence[T], pieces: Sequence[tuple[int, int]]) -> list[T]:
    """Return the items that are in none of these pieces: (start, length)."""
    found: list[T] = []
    done = 0
    for start, length in [*pieces, (len(items), 0)]:
        found += items[done:start]
        done = start + length
    return found


def kept(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int, int]]:
    """Return pieces that are in both lists, in order: where each starts in the old one and in the new, and its length.

    They are not all that there are: mostly an item comes at an end, or leaves.
    """
    if isinstance(old, Stretch) and isinstance(new, Stretch) and old.all is new.all:
        start, end = max(old.first, new.first), min(old.last, new.last)
        return [(start - old.first, start - new.first, end - start)] if start < end else []
    one, other = list(old), list(new)
    front = alike(one, other)
    back = alike(one[front:][::-1], other[front:][::-1])
    return [(0, 0, front), (len(one) - back, len(other) - back, back)]


def alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Return with how many equal items two lists begin; slices are compared, since that is quick."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
