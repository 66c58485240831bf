"""What the oracle knows of kernels, from the tasks that they keep: where each of them is, and what it has got."""
from __future__ import annotations

from typing import Any

DOOR = "trap"
"""The function through which all requests go."""


class Kernel:
    """Looks at the kernel of a run, once it has been met."""

    def __init__(self, places: dict[str, str]) -> None:
        self.places = places
        self.kernel: Any = None
        self.others: dict[str, Any] = {}

    def find(self, owner: Any) -> None:
        """Take an object for the kernel if it has the places."""
        if hasattr(owner, "tasks") and any(hasattr(owner, name) for name in self.places):
            self.kernel = owner

    def boxes(self) -> dict[str, list[Any]]:
        """Return who is in each place, by looking into it."""
        if self.kernel is None:
            return {}
        own = {name: getattr(self.kernel, name) for name in self.places if hasattr(self.kernel, name)}
        for task in self.kernel.tasks:
            if task.place is not None and not any(task.place is each for each in (*own.values(), *self.others.values())):
                same = sum(name.partition(" #")[0] == task.place.name for name in self.others)
                self.others[f"{task.place.name} {same + 1}" if same else task.place.name] = task.place
        found = {name: inside(place) for name, place in (own | self.others).items()}
        return {name: box for name, box in found.items() if box or name in own}

    def where(self) -> dict[str, list[Any]]:
        """Return who is in each place, by asking each task."""
        found: dict[str, list[Any]] = {}
        for task in [] if self.kernel is None else self.kernel.tasks:
            for name, place in (vars(self.kernel) | self.others).items():
                if task.place is place:
                    found.setdefault(name, []).append(task)
        return found


def inside(place: Any) -> list[Any]:
    """Return what is in a place, with when or what it is for."""
    if type(place).__name__ == "Deadlines":
        inside = [entry for entry in place.heap if entry[2].deadline is entry]
        return [(when, getattr(it, "task", it)) for when, _order, it in sorted(inside, key=lambda entry: entry[:2])]
    if type(place).__name__ == "Sockets":
        keys = place.selector.get_map()
        return [((key.fileobj, event), key.data[event]) for key in (keys or {}).values() for event in key.data]
    return list(place)
