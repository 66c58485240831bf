"""What else asyncio's classes have: a description that says who waits."""
from types import GenericAlias

from ghetto_asyncio.waiting import condition, event, lock, nowait, semaphore


class Says:
    """Has a text with its state, and with the number of tasks that wait."""

    def state(self):
        """Return the state in words."""
        return "locked" if self.locked() else "unlocked"

    def __repr__(self):
        extra = self.state()
        if self.waiting:
            extra += f", waiters:{len(self.waiting)}"
        return f"<{super().__repr__()[1:-1]} [{extra}]>"


class Lock(Says, lock.Lock):
    """A lock that says who waits."""


class Condition(Says, condition.Condition):
    """A condition that says who waits."""


class Event(Says, event.Event):
    """An event that says who waits."""

    def state(self):
        """Return the state in words."""
        return "set" if self.is_set() else "unset"


class Semaphore(Says, semaphore.Semaphore):
    """A semaphore that says who waits."""

    def state(self):
        """Return the state in words."""
        return "locked" if self.locked() else f"unlocked, value:{self.value}"


class BoundedSemaphore(Semaphore, semaphore.BoundedSemaphore):
    """A bounded semaphore that says who waits."""


class Queue(nowait.Queue):
    """A queue that says what is in it, and who waits."""

    __class_getitem__ = classmethod(GenericAlias)

    def _format(self):
        parts = [f"maxsize={self.maxsize!r}"]
        if self.items:
            parts.append(f"_queue={list(self.items)!r}")
        if self.there.waiting:
            parts.append(f"_getters[{len(self.there.waiting)}]")
        if self.room.waiting:
            parts.append(f"_putters[{len(self.room.waiting)}]")
        if self.unfinished:
            parts.append(f"tasks={self.unfinished}")
        return " ".join(parts)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._format()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._format()}>"
