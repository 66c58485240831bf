"""Is anything new in a program that waits again and again? A poll without end is a hang, and makes thousands of rows.

Nothing is new if the same lines run, nothing is printed, no variable changes, nobody begins or ends, and no timer rings
that was set before. What is not told of an event, such as the length of a long list, is looked at now and then.
"""
from __future__ import annotations

import linecache
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import inf
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from whoruns.events import Event
from whoruns.recorder.looking import attributes, is_a, module_of

ROUNDS = 5000
"""So often in a row a program may wait, or look for what is ready, without anything new."""
OFTEN = 100
"""After so many of them, values are looked at."""
MOST, WIDE = 3000, 50
"""So many values are looked at, and so many in one."""
TOLD = ("ev", "lane", "text", "value", "request", "vars", "objects", "ready", "peer")
"""Fields of an event that tell whether something is new: not the time, nor timers."""
FOR = re.compile(r"\s*(async\s+)?for\b|.*\W(async\s+)?for\s.*\sin\b")
"""A line of a loop over something, or of a comprehension: what is left of that is not to be seen."""
CODE = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType)


class News:
    """Looks at the events of a run whenever it waits."""

    def __init__(self, files: Sequence[str], values: Callable[[], Iterable[object]]) -> None:
        """`files`: the paths of those that are followed; `values`: returns all variables."""
        self._files, self._values = files, values
        self._rounds = self._looked = self._seen = self._last_timer = 0
        self._known, self._timers = set[int](), set[int]()

    def lacks(self, events: Sequence[Event]) -> bool:
        """Say whether nothing new was seen for long. What is told with the last event is not complete yet."""
        new = events[self._looked : -1]
        self._looked += len(new)
        for event in new:
            self._timers.update(timer["id"] for timer in event.get("sets", ()))
            self._timers.difference_update(event.get("rings", ()), event.get("lapses", ()))
        if not new:
            return False
        spots = [event["at"][0][:2] if event.get("at") else (-1, 0) for event in new]
        look = hash(repr([[spot, *map(event.get, TOLD)] for spot, event in zip(spots, new)]))
        self._rounds += 1
        changed = self._rounds % OFTEN == 0 and self._have_changed()
        if changed or look not in self._known or min(self._timers, default=inf) <= self._last_timer:
            self._rounds, self._last_timer = 0, max(self._timers, default=self._last_timer)
            if not any(FOR.match(linecache.getline(self._files[file], line)) for file, line in spots if file >= 0):
                self._known.add(look)
        return self._rounds > ROUNDS

    def _have_changed(self) -> bool:
        before, self._seen = self._seen, hash(tuple(parts(self._values())))
        return self._seen != before


def parts(values: Iterable[object]) -> Iterator[object]:
    """Yield what there is to be seen of some values, and of the values in them: numbers, texts, lengths, kinds."""
    todo, met = deque(values), set[int]()
    while todo and len(met) < MOST:
        value = todo.popleft()
        kind = type(value)
        if id(value) in met or kind in CODE or module_of(kind).partition(".")[0] in ("asyncio", "_asyncio"):
            continue
        met.add(id(value))
        yield kind
        if kind in (int, float, bool, str, bytes):
            yield value
        elif is_a(value, dict):
            yield dict.__len__(value)  # type: ignore[arg-type]
            todo.extend(islice(dict.values(value), WIDE))  # type: ignore[arg-type]
        elif kind in (list, tuple, set, frozenset, deque):
            yield len(value)  # type: ignore[arg-type]
            todo.extend(islice(value, WIDE))  # type: ignore[call-overload]
        else:
            todo.extend(islice(attributes(value).values(), WIDE))
