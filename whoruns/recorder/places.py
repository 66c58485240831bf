"""The places of a kernel: where its tasks are, which the kernel's attributes and the tasks themselves say."""
from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from whoruns import package
from whoruns.events import Nowhere, Queue
from whoruns.recorder.looking import module_of, order_of
from whoruns.recorder.run_file import RunFile


class Outdated(tuple[Any, ...]):
    """An entry of a heap that counts no more: its task has left, or has another one."""


Box = Sequence[Any] | dict[tuple[Any, int], Any]
"""The items of a place, in order: tasks, (when, order, task) where time decides, or {(socket, event): task}."""


def is_place(value: object) -> bool:
    """Say whether an object of a listing is a place: it has a name, and takes tasks in and out."""
    if not any(package.has(module_of(kind)) for kind in order_of(type(value))):
        return False
    return isinstance(getattr(value, "name", None), str) and hasattr(value, "append") and hasattr(value, "remove")


class Places:
    """Remembers the places that it has met, by name; it keeps none of them alive, and no task."""

    def __init__(self, run: RunFile) -> None:
        self._run = run
        self._known: dict[str, Callable[[], Any]] = {}
        self._tasks: dict[int, Callable[[], Any]] = {}

    def states(self) -> dict[str, Queue | Nowhere]:
        """Return for each place the state of a task in it: where the run file does not say it, the task waits."""
        return {**self._run.places, **dict.fromkeys(self.awaited(), "read")}

    def awaited(self) -> list[str]:
        """Return the names of those that are called like the thing awaited."""
        return [name for name in self._known if name not in self._run.places]

    def find(self, owner: object) -> None:
        """Look for the places that the run file names, in an object of the listing."""
        for name in self._run.places:
            gone = name not in self._known or self._known[name]() is None  # or replaced, by a class that grew from it
            if gone and name in getattr(owner, "__dict__", {}):
                self._known[name] = weakref.ref(getattr(owner, name))

    def boxes(self) -> dict[str, Box]:
        """Return the items of each place, by its name; one that no attribute holds is left out while it is empty."""
        for task in [task for name in self._known for task in self._tasks_in(name)]:
            self._tasks.setdefault(id(task), weakref.ref(task))
        for known in list(self._tasks.values()):
            self._meet(getattr(known(), "place", None))
        found = {name: contents(box()) for name, box in self._known.items()}
        return {name: box for name, box in found.items() if len(box) or name in self._run.places}

    def name_of(self, place: Any) -> str:
        """Return how a place is called: like the attribute that holds it, or as it says itself."""
        return next((name for name, known in self._known.items() if known() is place), str(place.name))

    def owner_of(self, value: Any) -> Any:
        """Return the task for whose end one waits in a place, or else the value itself."""
        tasks = (known() for known in self._tasks.values())
        return next((task for task in tasks if is_place(value) and getattr(task, "joiners", None) is value), value)

    def _tasks_in(self, name: str) -> list[Any]:
        box = contents(self._known[name]())
        found = list(box.values()) if isinstance(box, dict) else box
        items = [item[-1] if isinstance(item, tuple) else item for item in found]
        return [item for item in items if hasattr(item, "place")]

    def _meet(self, place: Any) -> None:
        """A task is in a place: remember it, under a name of its own."""
        if not is_place(place) or any(known() is place for known in self._known.values()):
            return
        same = sum(name == place.name or name.startswith(f"{place.name} ") for name in self._known)
        name = f"{place.name} {same + 1}" if same else place.name
        self._known[name] = weakref.ref(place)


def contents(place: Any) -> Box:
    """Return the items of a place, in order."""
    if place is None or isinstance(place, deque):
        return [] if place is None else place
    if hasattr(place, "heap"):
        entries = sorted(place.heap, key=lambda entry: entry[:2])
        kinds = [tuple if entry[-1].deadline is entry else Outdated for entry in entries]
        found = [(when, order, getattr(item, "task", item)) for when, order, item in entries]
        return [kind(entry) for kind, entry in zip(kinds, found)]
    keys = place.selector.get_map() or {}
    return {(key.fileobj, event): task for key in keys.values() for event, task in key.data.items()}
