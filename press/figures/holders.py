"""Who holds a task: found by asking the garbage collector, upwards from the task, and not by knowing the program."""
from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from inspect import getcoroutinelocals
from types import CoroutineType, GeneratorType, MethodType
from typing import Any

from press.catalogue import PACKAGE

PLAIN = (dict, list, tuple, set, deque, MethodType)
"""What stands between two things and is none itself."""


class Strange(Exception):
    """Somebody holds a task of whom a drawing could not tell."""


@dataclass
class Holders:
    """All that holds some objects, up to the root and no further, and the things among it.

    A thing is the root, a coroutine, or an object of one of the named classes; what else there is stands between two
    things, and becomes a part of how one holds the other.
    """

    root: object
    objects: Sequence[object]
    boxes: tuple[str, ...]
    found: dict[int, Any] = field(default_factory=dict)
    """The objects, and all that holds them, by id."""
    above: dict[int, list[int]] = field(default_factory=dict)
    """{id of an object: ids of those that hold it directly}."""

    def __post_init__(self) -> None:
        self.found.update((id(each), each) for each in self.objects)
        level = tuple(self.objects)  # a tuple is handed over as it is, and no copy of it is found
        ours = {id(each) for each in (vars(self), self.found, self.objects, self)}
        while level:
            ours.add(id(level))
            held = {id(each) for each in level}
            self.above.update((number, []) for number in held)
            holders = [each for each in gc.get_referrers(*level) if id(each) not in ours]
            ours.add(id(holders))
            for holder in holders:
                for number in held & set(map(id, gc.get_referents(holder))):
                    self.above[number].append(id(holder))
            level = tuple(each for each in holders if id(each) not in self.found and each is not self.root)
            self.found.update((id(each), each) for each in holders)
            ours.add(id(level))
        self.check()

    def check(self) -> None:
        """Raise Strange if there is a holder that is no part of the listings, or whom nobody holds."""
        for number, each in self.found.items():
            ours = type(each).__module__.startswith(f"{PACKAGE}.")
            awaits = isinstance(each, GeneratorType) and each.gi_code.co_name == "__await__"
            if not (ours or awaits or isinstance(each, (*PLAIN, CoroutineType))):
                raise Strange(f"a task is held by {kind(each)} {getattr(each, '__name__', '')}".rstrip())
            if each is not self.root and not self.above[number]:
                raise Strange(f"a task is held by {kind(each)} that only the program holds")

    def is_thing(self, number: int) -> bool:
        """Say whether an object is a thing, and not something between two of them."""
        each = self.found[number]
        return each is self.root or isinstance(each, CoroutineType) or kind(each) in self.boxes

    def holding(self, number: int, beneath: tuple[int, ...] = ()) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the things that hold an object, directly or by what stands between, and the steps down to it."""
        for holder in self.above.get(number, ()):
            step = name(self.found[holder], self.found[number])
            if self.is_thing(holder):
                yield holder, step
            elif holder not in beneath:
                yield from ((thing, way + step) for thing, way in self.holding(holder, (*beneath, holder)))

    def ways(self, number: int) -> dict[int, tuple[str, ...]]:
        """Return who holds a thing, and the shortest way from each to it."""
        found: dict[int, tuple[str, ...]] = {}
        for holder, way in sorted(self.holding(number), key=lambda p: (len(p[1]), p[1], kind(self.found[p[0]]))):
            if holder != number:
                found.setdefault(holder, way)
        return found


def kind(each: object) -> str:
    """Return what an object is called in a drawing: a coroutine like its call, all else like its class."""
    return f"{each.cr_code.co_name}()" if isinstance(each, CoroutineType) else type(each).__name__


def name(holder: Any, held: object) -> tuple[str, ...]:
    """Return by what a holder holds an object: the name of a variable, a place; nothing, where there is none."""
    if isinstance(holder, MethodType):
        return (f"{holder.__name__}()",)
    if isinstance(holder, CoroutineType):
        return ("await",) if holder.cr_await is held else find(getcoroutinelocals(holder), held)
    if isinstance(holder, GeneratorType):
        return ()  # what an await goes through
    if isinstance(holder, dict):
        return tuple(f"[{key!r}]" if isinstance(key, str) else "[…]" for key, each in holder.items() if each is held)
    if isinstance(holder, list | tuple | deque):
        return (f"[{[each is held for each in holder].index(True)}]",)
    own = getattr(holder, "__dict__", {})
    return () if own is held else find(own, held)


def find(variables: dict[str, Any], held: object) -> tuple[str, ...]:
    """Return the name of the variable that an object is the value of."""
    return next(((name,) for name, value in variables.items() if value is held), ("…",))
