"""The referee of random programs: knows the moves that a kernel may make at each moment, without being one.

It is told of each wish before the kernel is, and of each outcome before another task has a turn. It does not know in
which order the kernel looks at its places; it knows which tasks may go on, which must, and which must not.
"""
from __future__ import annotations

import select
import socket
from asyncio import CancelledError
from collections.abc import Callable
from typing import Any

from ghetto_asyncio.cancellation.timeout import TimedOut
from tests.support.referee.actors import Actor, Limit, Oops


class Referee:
    """Says when something is wrong, by an AssertionError that ends the program."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.actors: list[Actor] = []
        self.places: list[Any] = []
        self.parked: list[list[Actor]] = [[], []]
        self.lines: dict[int, tuple[Any, socket.socket]] = {}
        self.heard = {0: b"", 1: b""}
        self.shut: set[int] = set()
        self.closed: set[int] = set()
        self.clock = 0
        self.closing = self.stuck_in_the_end = self.stuck = False
        self.complaints: list[str] = []
        self.failures: list[str] = []

    def stamp(self) -> int:
        """Count the events."""
        self.clock += 1
        return self.clock

    def check(self, holds: object, me: Actor | None, complaint: str) -> None:
        """Complain; the first complaint is the one that counts."""
        if not holds:
            who = f"{me} ({me.kind} {me.what})" if me else "somebody"
            self.complaints.append(f"{who} at {self.now()}: {complaint}")

    # What tasks do

    def spawns(self, other: Actor) -> None:
        """A task is made."""
        other.state, other.stamp, other.late = "new", self.stamp(), self.closing

    def begins(self, me: Actor) -> None:
        """A task has its first turn."""
        self.check(me.state == "new" and not me.cut, me, "it begins twice, or before its time")
        self.in_turn(me)
        me.state = "runs"

    def in_turn(self, me: Actor) -> None:
        """Tasks run in the order in which they got ready."""
        for other in self.actors:
            ready = other.state == "new" or (other.state == "asks" and other.kind == "yield")
            self.check(not ready or other.stamp >= me.stamp or other.cut, me, f"{other.number} was before it")

    def asks(self, me: Actor, kind: str, what: Any) -> None:
        """A task will wait for something."""
        self.check(me.state == "runs", me, f"it asks for {kind} while it waits")
        me.state, me.kind, me.what, me.stamp = "asks", kind, what, self.stamp()
        me.may_pass = me.shields > 0 or not self.is_interrupted(me)
        if kind == "send" or (kind in ("join", "cancel") and what.state == "ended"):
            me.may_pass = True  # it need not wait at all
        me.woken = False
        if kind == "park" and me.may_pass:
            self.parked[what].append(me)

    def passes(self, me: Actor, answer: Any) -> None:
        """A task has got the thing it has asked for."""
        now = self.now()
        if not me.cut:
            self.check(me.may_pass, me, "it goes on although it was interrupted before")
            self.check(me.kind == "send" or self.is_granted(me), me, "it goes on, and it is not time")
            if not me.shields and me.kind not in ("send", "yield", "join", "cancel"):
                dues = [limit.deadline for limit in me.limits.values() if limit.matters and limit.deadline is not None]
                self.check(now <= min(dues, default=now), me, "its time was up before")
            if me.kind == "yield":
                self.in_turn(me)
            if me.kind == "sleep":
                self.has_slept(me)
            if me.kind == "recv":
                self.hears(me, answer)
            if me.kind == "cancel" and isinstance(me.what.error, Oops):  # who has waited for the end tells how it was
                self.failures.append(f"{me.what.task.name} failed: {me.what.error!r}")
        self.goes_on(me)

    def goes_on(self, me: Actor) -> None:
        """A task has a turn."""
        if me.kind == "park" and me in self.parked[me.what]:
            self.parked[me.what].remove(me)
        me.state, me.kind = "runs", ""

    def has_slept(self, me: Actor) -> None:
        """It was not too long, and no other sleeper should have woken before."""
        self.check(self.now() == me.what, me, "it has overslept")
        for other in self.actors:
            if other.state == "asks" and other.kind == "sleep" and other is not me and other.may_pass:
                first = (other.what, other.stamp) < (me.what, me.stamp)
                self.check(self.is_interrupted(other) or not first, me, f"{other.number} should have woken before")

    def hears(self, me: Actor, data: bytes) -> None:
        """Bytes are heard in their order, and once."""
        said = self.lines[me.what][0].said[len(self.heard[me.what]):]
        self.check(said.startswith(data), me, f"it hears {data!r}, and they said {said!r}")
        self.check(data or (not said and me.what in self.shut), me, "it is told of an end that is none")
        self.heard[me.what] += data

    def fails(self, me: Actor, error: BaseException) -> None:
        """A task has got an error in place of the thing it has asked for."""
        kind, what = me.kind, me.what
        if me.cut:
            pass
        elif kind == "join" and error is what.error:
            self.check(what.state == "ended" and me.may_pass, me, "the error of somebody who has not ended")
        elif isinstance(error, TimedOut):
            limit = me.limits.get(error.args[0])
            self.check(limit and limit.fired, me, "the time of something else is up")
            self.check(not me.shields, me, "a shield does not help")
            if limit:
                limit.fired = limit.matters = False
            me.met.append(error)
        elif isinstance(error, CancelledError):
            self.check(me.owed, me, "nobody has cancelled it, or it was told before")
            self.check(not me.shields, me, "a shield does not help")
            self.check(kind != "yield" or me.cancel_stamp < me.stamp, me, "it was ready, and is cancelled where it is")
            me.owed = False
            me.met.append(error)
        elif kind in ("recv", "send"):
            others = [o for o in self.actors if o is not me and o.state == "asks" and (o.kind, o.what) == (kind, what)]
            gone = what in self.closed or (kind == "send" and what in self.shut)
            self.check(gone or (others and isinstance(error, RuntimeError)), me, f"{error!r}, out of the blue")
        else:
            self.check(False, me, f"{error!r}, out of the blue")
        self.goes_on(me)

    def ends(self, me: Actor, error: BaseException | None) -> None:
        """A task has ended."""
        self.check(me.state != "ended", me, "it ends twice")
        right = error is None or (error in me.met and not isinstance(error, TimedOut))  # that ends with its block
        self.check(me.cut or right, me, f"it ends with {error!r}")
        me.state, me.error = "ended", error
        waits = any(o.state == "asks" and o.kind in ("join", "cancel") and o.what is me and o.may_pass
                    for o in self.actors)
        if isinstance(error, Oops) and me.number and not waits and not me.cut:  # the main task's is raised by run()
            self.failures.append(f"{me.task.name} failed: {error!r}")

    # What they do to others

    def wakes(self, place: int, number: int) -> None:
        """The first of the parked tasks may go on."""
        for other in self.parked[place][:number]:
            other.woken = True
        del self.parked[place][:number]

    def closes(self, number: int) -> None:
        """The end where others hear is closed."""
        self.closed.add(number)

    def cancels(self, other: Actor) -> None:
        """A task is cancelled; that counts once, and its limits do not count any more."""
        if other.state != "ended" and not other.cancelled:
            other.cancelled = other.owed = True
            other.cancel_stamp = self.stamp()
            for limit in other.limits.values():
                limit.matters = False
            self.interrupts(other)

    def interrupts(self, other: Actor) -> None:
        """A task goes on if it could before; if not, it is taken out of its place, unless it has a shield."""
        if other.state == "asks" and not other.shields:
            other.may_pass = other.may_pass and bool(other.kind == "send" or self.is_granted(other))
            if other.kind == "park" and other in self.parked[other.what]:
                self.parked[other.what].remove(other)

    def limits(self, me: Actor, timeout: Any, seconds: float | None) -> None:
        """A block with a limit begins."""
        me.limits[timeout] = Limit(None if seconds is None else self.now() + seconds)

    def unlimits(self, me: Actor, timeout: Any) -> None:
        """It ends."""
        del me.limits[timeout]

    # What the kernel does

    def is_granted(self, me: Actor) -> object:
        """Say whether a task's wish is fulfilled."""
        match me.kind:
            case "sleep":
                return self.now() >= me.what
            case "park":
                return me.woken
            case "join" | "cancel":
                return me.what.state == "ended"
            case "recv":
                mouth, _ear = self.lines[me.what]
                return len(mouth.said) > len(self.heard[me.what]) or me.what in self.shut | self.closed
            case "send":
                return me.what in self.closed or select.select([], [self.lines[me.what][0]], [], 0)[1]
        return True

    def can_go_on(self, me: Actor) -> object:
        """Say whether a task has a reason to have a turn."""
        if me.state != "asks" or me.cut:
            return me.state == "new" and not me.cut
        return self.is_granted(me) or (self.is_interrupted(me) and not me.shields)

    def is_interrupted(self, me: Actor) -> bool:
        """Say whether an interrupt is on its way."""
        return me.owed or any(limit.fired and limit.matters for limit in me.limits.values())

    def looks(self, before: float) -> None:
        """The kernel has looked at the clock, and it may have waited; then no task could go on."""
        now = self.now()
        for me in self.actors:
            if now > before and me.state in ("asks", "new"):
                due = me.kind == "sleep" and me.what == now
                self.check(due or not self.can_go_on(me), me, "it could go on, and the kernel waits")
            for limit in me.limits.values():
                if limit.matters and not limit.fired and limit.deadline is not None and limit.deadline <= now:
                    late = now > max(before, limit.deadline)
                    self.check(not late, me, "its time was up, and the kernel waits")
                    self.interrupts(me)
                    limit.fired = True

    def gives_up(self) -> None:
        """The kernel says that no task can go on."""
        for me in self.actors:
            waits = me.state == "asks" and me.kind == "sleep" and not me.cut
            limited = any(x.matters and not x.fired and x.deadline is not None for x in me.limits.values())
            self.check(not (self.can_go_on(me) or waits or (limited and not me.cut)), me, "it could go on, some day")
        if self.closing:
            self.stuck_in_the_end = True
        else:
            self.stuck = True

    def closes_up(self) -> None:
        """The main task has ended, or the kernel has given up: the other tasks are cancelled, perhaps once more."""
        for me in self.actors:
            if me.state not in ("unborn", "ended"):
                if not (me.owed and me.state == "asks" and not me.may_pass):  # its error is on the way
                    me.cancelled = False
                self.cancels(me)
        self.closing = True

    def cuts(self, me: Actor) -> None:
        """A coroutine is closed."""
        self.check(self.stuck_in_the_end or me.late, me, "it is closed, and could have been cancelled")
        me.cut = True
