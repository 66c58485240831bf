"""Kernels with one mistake each, for a referee who finds all of them."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from heapq import heappop
from itertools import count
from typing import Any

from ghetto_asyncio.cancellation import deadlines, virtual
from ghetto_asyncio.cancellation.kernel import Task
from ghetto_asyncio.kernel.places import Place
from ghetto_asyncio.kernel.traps import park


class LateClock(deadlines.Deadlines):
    """Takes `<` for `<=`."""

    def due(self, now: float) -> list[Any]:
        found = []
        while (when := self.next()) is not None and when < now:
            found.append(heappop(self.heap)[2])
        return found


class LastFirst(deadlines.Deadlines):
    """Wakes the last of those with the same deadline first."""

    def __init__(self) -> None:
        super().__init__()
        self.order = count(0, -1)


class Sleepless(virtual.Kernel):
    """Has the first of these for a clock."""

    kind: type[Any] = LateClock

    def __init__(self) -> None:
        super().__init__()
        self.sleepers = self.kind()


class Mixed(Sleepless):
    """Has the other."""

    kind = LastFirst


class Loses(virtual.Kernel):
    """Takes somebody out of a place, and forgets about it if others are there."""

    def trap_wake(self, place: Place, number: int) -> None:
        if len(place) > 1 and place is not self.ready:
            place.pop().place = None
        super().trap_wake(place, number)


class Twice(virtual.Kernel):
    """Wakes a task twice."""

    def wake(self, task: Any, thrown: Any = None) -> None:
        super().wake(task, thrown)
        self.ready.append(task)


class Stays(virtual.Kernel):
    """Leaves a task that is interrupted where it was."""

    def interrupt(self, task: Any, error: Any) -> None:
        place = task.place
        super().interrupt(task, error)
        if isinstance(place, Place) and place is not self.ready and task.place is self.ready:
            place.append(task)


class Insists(virtual.Kernel):
    """Cancels a task each time that somebody asks."""

    def trap_cancel(self, task: Any, error: Any) -> None:  # type: ignore[override]
        task.cancelled = False
        super().trap_cancel(task, error)


class Limits(virtual.Kernel):
    """Does not forget the timeouts of whoever is cancelled."""

    def trap_cancel(self, task: Any, error: Any) -> None:  # type: ignore[override]
        kept, task.limits = task.limits, []
        super().trap_cancel(task, error)
        task.limits = kept


class Remembers(virtual.Kernel):
    """Raises the error of a timeout whose block has been left."""

    def trap_unset_timeout(self, timeout: Any) -> None:
        errors = timeout.task.interrupts
        super().trap_unset_timeout(timeout)
        timeout.task.interrupts = errors


class Early(virtual.Kernel):
    """Thinks that time is up before it is."""

    def trap_set_timeout(self, timeout: Any, seconds: Any) -> None:
        super().trap_set_timeout(timeout, seconds and seconds - 0.5)


class Rude(virtual.Kernel):
    """Interrupts who is ready, and loses what had made it ready."""

    def interrupt(self, task: Any, error: Any) -> None:
        if task.place is self.ready and not task.shields:
            task.thrown = error
        else:
            super().interrupt(task, error)


class Unshielded(virtual.Kernel):
    """Has no shields."""

    def trap_shield(self, change: int) -> None:
        pass


class Drops(virtual.Kernel):
    """Forgets the interrupts of whoever is woken by something else."""

    def wake(self, task: Any, thrown: Any = None) -> None:
        super().wake(task, thrown)
        task.interrupts = []


class Hasty(virtual.Kernel):
    """Gives up while somebody sleeps."""

    def wait(self) -> None:
        if not self.ready and len(self.tasks) > 2 and not self.sockets.selector.get_map():
            raise RuntimeError(f"nobody can go on: {self.who_waits()}")
        super().wait()


class Stack(Place):
    """Gives the turn to whoever came last."""

    def popleft(self) -> Any:
        return self.pop()


class LastIn(virtual.Kernel):
    """Has it for a queue."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = Stack("its turn")


class Racing(virtual.Kernel):
    """Waits for the end of a task that has ended."""

    class new_task(Task):
        async def join(self) -> Any:
            await park(self.joiners)
            return self.outcome()


class Silent(virtual.Kernel):
    """Lets somebody who is cancelled go on as if nothing had been."""

    def interrupt(self, task: Any, error: Any) -> None:
        super().interrupt(task, error)
        if isinstance(task.thrown, CancelledError):
            task.thrown = None


class Blames(virtual.Kernel):
    """Raises a cancel of nobody's in who wakes two others."""

    def trap_wake(self, place: Place, number: int) -> None:
        super().trap_wake(place, number)
        if number == 2 and self.running and place is not self.running.joiners:
            self.running.thrown = CancelledError()


BROKEN: list[type[Any]] = [
    Sleepless, Mixed, Loses, Twice, Stays, Insists, Limits, Remembers, Early, Rude, Unshielded, Drops, Hasty, LastIn,
    Racing, Silent, Blames,
]
