"""Kernels with one mistake each, of time, place, protection and request, which the referee has to find."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from heapq import heappop
from typing import Any

from ghetto_asyncio.cancellation import deadlines, virtual
from ghetto_asyncio.kernel.places import Place


class LateClock(deadlines.Deadlines):
    """Takes `<` for `<=`."""

    def due(self, now: float) -> list[Any]:
        found = []
        while (when := self.next()) is not None and when < now:
            found.append(heappop(self.heap)[2])
        return found


class Sleepless(virtual.Kernel):
    """Has it for a clock."""

    def __init__(self) -> None:
        super().__init__()
        self.sleepers = LateClock()


class Twice(virtual.Kernel):
    """Wakes a task twice."""

    def wake(self, task: Any, thrown: Any = None) -> None:
        super().wake(task, thrown)
        self.ready.append(task)


class Unshielded(virtual.Kernel):
    """Has no shields."""

    def trap_shield(self, change: int) -> None:
        pass


class Blames(virtual.Kernel):
    """Raises a cancel without a canceller in a task that wakes two others."""

    def trap_wake(self, place: Place, number: int) -> None:
        super().trap_wake(place, number)
        if number == 2 and self.running and place is not self.running.joiners:
            self.running.thrown = CancelledError()


BROKEN: list[type[Any]] = [Sleepless, Twice, Unshielded, Blames]
