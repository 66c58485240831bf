"""Undo a program's changes, so that the next one starts from the same state.

The state is all that modules lead to: names, classes, functions, containers, and objects that have attributes.
Settings that no name leads to are put back as well. Other state inside C is not, but tasks are counted anew.
"""
from __future__ import annotations

import asyncio
import builtins
import gc
import itertools
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

NOTHING = object()
FUNCTION = ("__code__", "__defaults__", "__kwdefaults__")
ITS_OWN = frozenset({"__dict__", "__weakref__", "__abstractmethods__", "__annotations_cache__"})
"""Attributes of a class that only Python sets."""
HEAP, IMMUTABLE = 1 << 9, 1 << 8
"""Flags of classes: one that Python code can change has the first and not the second."""
PATIENCE = 9
"""Restoring can run destructors that change things again; give up after so many rounds."""


def signals() -> dict[int, Any]:
    """Return {signal: its handler}."""
    return {number: signal.getsignal(number) for number in signal.valid_signals()}


def set_signals(handlers: dict[int, Any]) -> None:
    """Let the same come of each signal as before."""
    for number, handler in handlers.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


def tools() -> list[str | None]:
    """Return the names of the interpreter's monitoring tools."""
    monitoring = getattr(sys, "monitoring", None)
    return [monitoring.get_tool(number) for number in range(6)] if monitoring else []


def set_tools(before: list[str | None]) -> None:
    """Free the tools that have begun to monitor."""
    monitoring: Any = getattr(sys, "monitoring", None)
    for number, (name, now) in enumerate(zip(before, tools())):
        if name is None and now is not None:
            monitoring.set_events(number, 0)
            monitoring.free_tool_id(number)


SETTINGS: tuple[tuple[Callable[[], Any], Callable[[Any], object]], ...] = (
    (sys.gettrace, sys.settrace),
    (sys.getprofile, sys.setprofile),
    (tools, set_tools),
    (sys.getrecursionlimit, sys.setrecursionlimit),
    (sys.getswitchinterval, sys.setswitchinterval),
    (sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    (sys.get_coroutine_origin_tracking_depth, sys.set_coroutine_origin_tracking_depth),
    (sys.get_asyncgen_hooks, lambda hooks: sys.set_asyncgen_hooks(*hooks)),
    (gc.get_threshold, lambda numbers: gc.set_threshold(*numbers)),
    (gc.get_debug, gc.set_debug),
    (os.getcwd, os.chdir),
    (signals, set_signals),
)


class Found:
    """The objects that are here now, and their contents."""

    def __init__(self) -> None:
        self.settings = [(setting, get()) for get, setting in SETTINGS]
        self.names: list[tuple[dict[Any, Any], dict[Any, Any]]] = []
        self.lists: list[tuple[Any, list[Any]]] = []
        self.sets: list[tuple[set[Any], set[Any]]] = []
        self.classes: list[tuple[type, dict[str, Any]]] = []
        self.functions: list[tuple[FunctionType, tuple[Any, ...]]] = []
        seen: set[int] = set()
        new: list[Any] = [sys.modules, vars(builtins)]  # the last one is the first
        while new:
            value = new.pop()
            if id(value) not in seen:
                seen.add(id(value))
                new += self._keep(value)

    def _keep(self, value: Any) -> Iterable[Any]:
        """Keep the contents of a value, and return them."""
        if isinstance(value, dict):
            names = dict(value)
            self.names.append((value, names))
            return names.values()
        if isinstance(value, list | deque):
            values = list(value)
            self.lists.append((value, values))
            return values
        if isinstance(value, set):
            members = set(value)
            self.sets.append((value, members))
            return members
        if isinstance(value, type):
            if not value.__flags__ & HEAP or value.__flags__ & IMMUTABLE:
                return ()
            attributes = {name: each for name, each in vars(value).items() if name not in ITS_OWN}
            self.classes.append((value, attributes))
            return attributes.values()
        if isinstance(value, FunctionType):
            self.functions.append((value, tuple(getattr(value, name) for name in FUNCTION)))
            return ()
        if isinstance(value, tuple):
            return list(value)
        try:
            return (object.__getattribute__(value, "__dict__"),)
        except AttributeError:
            return ()

    def put_back(self) -> None:
        """Undo all changes; raise RuntimeError if there is no end to it."""
        own, before = self.names[0]  # of builtins, which all that comes now uses
        own.update(before)
        for setting, value in self.settings:
            setting(value)
        for _attempt in range(PATIENCE):
            if not sum(1 for _ in self._mended()):
                return
        raise RuntimeError("a program leaves its marks again and again")

    def _mended(self) -> Iterator[object]:
        """Undo each change, and yield it."""
        for names, before in self.names:
            for name, value in before.items():
                if dict.get(names, name, NOTHING) is not value:
                    names[name] = value
                    yield name
            if len(names) > len(before):
                for name in [name for name in names if name not in before]:
                    del names[name]
                    yield name
        for owner, attributes in self.classes:
            now = vars(owner)
            for name, value in attributes.items():
                if now.get(name, NOTHING) is not value:
                    type.__setattr__(owner, name, value)
                    yield name
            for name in [name for name in now if name not in attributes and name not in ITS_OWN]:
                type.__delattr__(owner, name)
                yield name
        for function, parts in self.functions:
            for name, part in zip(FUNCTION, parts):
                if getattr(function, name) is not part:
                    setattr(function, name, part)
                    yield name
        for values, kept in self.lists:
            if [*map(id, values)] != [*map(id, kept)]:
                values.clear()
                values.extend(kept)
                yield values
        for members, group in self.sets:
            if {*map(id, members)} != {*map(id, group)}:
                members.clear()
                members.update(group)
                yield members


found = cache(Found)
"""The state before the first program."""


def counted(create: Callable[..., Any]) -> Callable[..., Any]:
    """Let the tasks of a loop be called Task-1 and so on: Python itself goes on counting from program to program."""
    numbers = itertools.count(1)

    def create_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **named: Any) -> Any:
        if named.get("name") is None and loop.get_task_factory() in (None, getattr(asyncio, "eager_task_factory", 0)):
            named["name"] = f"Task-{next(numbers)}"
        return create(loop, coroutine, **named)

    return create_task


@contextmanager
def left_as_found() -> Iterator[None]:
    """Undo the changes of a program."""
    here = found()
    asyncio.BaseEventLoop.create_task = counted(asyncio.BaseEventLoop.create_task)  # type: ignore[method-assign]
    try:
        yield
    finally:
        here.put_back()
