"""``select``, above connections that are made of memory."""
from __future__ import annotations

from typing import Any

from whoruns.memory.connections import ERR, HUP, IN, NVAL, OUT, PRI, RDHUP, RDNORM, WRNORM, File, error
from whoruns.memory.sockets import numbers, waits

EPOLLET, EPOLLONESHOT = 1 << 31, 1 << 30


def found_of(number: int, mask: int) -> int:
    """Return poll()'s answer for a number."""
    file = numbers.files.get(number)
    return NVAL if file is None else file.events() & (mask | ERR | HUP)


def number_of(thing: Any) -> int:
    """Return the number of a thing that may be one."""
    number = thing if isinstance(thing, int) else thing.fileno()
    if number < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({number})")
    return int(number)


class poll:
    """``select.poll()``."""

    def __init__(self) -> None:
        self._masks: dict[int, int] = {}

    def register(self, thing: Any, mask: int = IN | PRI | OUT) -> None:
        """Watch it."""
        self._masks[number_of(thing)] = mask

    def modify(self, thing: Any, mask: int) -> None:
        """Watch it for something else."""
        if number_of(thing) not in self._masks:
            raise error("ENOENT")
        self._masks[number_of(thing)] = mask

    def unregister(self, thing: Any) -> None:
        """Watch it no more."""
        del self._masks[number_of(thing)]

    def poll(self, timeout: float | None = None) -> list[tuple[int, int]]:
        """Return the numbers that are ready, with their events."""
        def look() -> list[tuple[int, int]]:
            return [(number, found) for number, mask in self._masks.items() if (found := found_of(number, mask))]

        found: list[tuple[int, int]] = waits("poll", None if timeout is None or timeout < 0 else timeout, look)
        return found


class epoll(File):
    """``select.epoll()``: a file leaves it when no number stands for it any more."""

    def __init__(self, sizehint: int = -1, flags: int = 0) -> None:
        super().__init__()
        self._watched: dict[int, tuple[File, int, int]] = {}
        """By number: its file, the mask, and the last change that was told."""
        self._number = numbers.add(self)
        numbers.on_release.append(self._gone)

    def _gone(self, file: File) -> None:
        self._watched = {number: each for number, each in self._watched.items() if each[0] is not file}

    def fileno(self) -> int:
        """Return its number."""
        self._open()
        return self._number

    @property
    def closed(self) -> bool:
        """Is it closed?"""
        return self._number < 0

    def close(self) -> None:
        """Take its number away."""
        number, self._number = self._number, -1
        if number >= 0:
            numbers.close(number)

    def release(self) -> None:
        numbers.on_release.remove(self._gone)

    def __enter__(self) -> epoll:
        self._open()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _open(self) -> None:
        if self._number < 0:
            raise ValueError("I/O operation on closed epoll object")

    def _key(self, thing: Any) -> tuple[int, File]:
        self._open()
        number = number_of(thing)
        return number, numbers[number]

    def register(self, thing: Any, mask: int = IN | PRI | OUT) -> None:
        """Watch it."""
        number, file = self._key(thing)
        if number in self._watched:
            raise error("EEXIST")
        self._watched[number] = file, mask, -1

    def modify(self, thing: Any, mask: int) -> None:
        """Watch it for something else."""
        number, file = self._key(thing)
        if number not in self._watched:
            raise error("ENOENT")
        self._watched[number] = file, mask, -1

    def unregister(self, thing: Any) -> None:
        """Watch it no more."""
        number, _file = self._key(thing)
        if number not in self._watched:
            raise error("ENOENT")
        del self._watched[number]

    def events(self) -> int:
        ready = any(file.events() & (mask | ERR | HUP) for file, mask, _told in self._watched.values())
        return IN | RDNORM if ready else 0

    def poll(self, timeout: float | None = None, maxevents: int = -1) -> list[tuple[int, int]]:
        """Return the numbers that are ready, with their events."""
        self._open()
        found = waits("epoll", None if timeout is None or timeout < 0 else timeout, self._look)
        told: list[tuple[int, int]] = found[: maxevents if maxevents > 0 else None]
        for number, _events in told:
            file, mask, _told = self._watched[number]
            self._watched[number] = file, 0 if mask & EPOLLONESHOT else mask, file.changes
        return told

    def _look(self) -> list[tuple[int, int]]:
        return [
            (number, found) for number, (file, mask, told) in self._watched.items()
            if mask and (found := file.events() & (mask | ERR | HUP)) and not (mask & EPOLLET and told == file.changes)
        ]


def select_(read: Any, write: Any, odd: Any, timeout: float | None = None) -> tuple[list[Any], list[Any], list[Any]]:
    """``select.select()``."""
    wanted = [(list(things), mask) for things, mask in ((read, IN | RDNORM | HUP | ERR), (write, OUT | WRNORM | ERR))]
    for thing in [*wanted[0][0], *wanted[1][0], *odd]:
        numbers[number_of(thing)]

    def look() -> list[list[Any]]:
        both = [[each for each in things if numbers[number_of(each)].events() & mask] for things, mask in wanted]
        return both if any(both) else []

    ready = waits("select", timeout, look) or [[], []]
    return ready[0], ready[1], []


NAMES = {
    "poll": poll, "epoll": epoll, "select": select_, "EPOLLET": EPOLLET, "EPOLLONESHOT": EPOLLONESHOT,
    "EPOLL_CLOEXEC": 0x80000, "EPOLLIN": IN, "EPOLLPRI": PRI, "EPOLLOUT": OUT, "EPOLLERR": ERR, "EPOLLHUP": HUP,
    "EPOLLRDHUP": RDHUP, "POLLIN": IN, "POLLPRI": PRI, "POLLOUT": OUT, "POLLERR": ERR, "POLLHUP": HUP,
    "POLLNVAL": NVAL, "POLLRDNORM": RDNORM, "POLLWRNORM": WRNORM, "POLLRDHUP": RDHUP,
}
"""The members of ``select`` that are not the real one's."""
