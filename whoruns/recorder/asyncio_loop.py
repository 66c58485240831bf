"""The tasks that are ready in asyncio's loop, the timers that are set, and the waits, kept up to date by the events.

The cost does not depend on the number of tasks. The knowledge comes from

1. ``_ready``, which grows at its end and shrinks at its beginning: entries that have come since it was looked at last
   stand behind the one that was last then, and the others say how many have gone;
2. the timers, which are heard when they are made and when they are taken back (``overhearing.py``); one that is due has
   rung when the loop has taken it out of ``_ready``, not when it has put it there;
3. the future that a task waits for, which is looked at once, after its coroutine has yielded; when it is done, asyncio
   puts the task's wake-up into ``_ready``.

An entry that the loop has taken out of ``_ready`` is in there until it goes on.
"""
from __future__ import annotations

import asyncio
import functools
import heapq
import itertools
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from whoruns.events import Details, Event, Timer
from whoruns.recorder.looking import is_a
from whoruns.recorder.values import called, seconds
from whoruns.recorder.witness import Queues
from whoruns.recorder.world import World
from whoruns.stretch import Place

READY, SCHEDULED, DEADLINES = "ready", "scheduled", "deadlines"
"""The loop's ``_ready``; its ``_scheduled``, so far as it wakes sleepers, or calls; and all else that is due."""
HELPERS = ("threads", "processes")
"""Where calls in threads and processes are that work for the program."""
OF_LOOP = (READY, SCHEDULED, DEADLINES, *HELPERS)
"""Places that are not called like a thing that is awaited."""
EMPTY = 200
"""So many places in which nobody stands are remembered, in the order in which they came."""
RINGS = {"_set_result_unless_cancelled": SCHEDULED, "_release_waiter": DEADLINES}
"""Functions of asyncio that end a wait: of a sleeper, and of a task that waits at most for a time."""
TOUCH = 1e-9
"""A timer that is due within this time is due for the loop."""


@dataclass
class Known:
    """The facts known of a task."""

    task: weakref.ref[Any]
    lane: int
    name: str
    """Its name in asyncio."""
    place: str = ""
    """The thing it waits for, as it was asked for last."""
    about: weakref.ref[Any] | None = None
    """The object whose place that is, if it is one's: the lock, the future."""
    awaits: weakref.ref[Any] | None = None
    """The future that it has yielded."""
    is_answered: bool = True
    """The result of that future is the answer to what it has asked for."""
    asked: int = 0
    """How often it was asked to end, as far as that is told."""
    told: list[Event] = field(default_factory=list)
    """The events that tell it, of those that were not taken back."""
    doomed: bool = False
    """It was asked to end, and its wait need not end for that: the error is thrown in when it goes on."""
    stands: str = ""
    """The place in which it waits."""
    timer: Rung | None = None
    """The timer that ends its wait."""


@dataclass(eq=False)
class Rung:
    """A timer of the loop."""

    handle: weakref.ref[Any]
    at: int
    """The id of the handle."""
    key: tuple[float, int]
    """When it is due, and its number."""
    creator: int | None
    """The lane of the task that has set it, if a library has done so for it."""
    call: str
    """The program's name of the call, if that is no function of its own."""
    place: str = ""
    """Where it is shown."""
    number: int = 0
    """By which it is told."""
    in_ready: bool = False
    over: bool = False
    future: int = 0
    """The id of the future that it ends."""


@dataclass(eq=False)
class Call:
    """An entry of ``_ready`` that is shown."""

    key: int
    lane: int
    shown: bool = True


class AsyncioLoop:
    """The places of the running loop."""

    def __init__(
        self,
        known: Callable[[Any], Known | None],
        lane_of_call: Callable[[Any], tuple[int, str] | None],
        lane_named: Callable[[str], int],
        name: Callable[[int], str],
        now: Callable[[], float],
        world: World,
    ) -> None:
        """`known` knows a task, `lane_of_call` the lane of a function of the program that is to be called, and its
        name, `lane_named` that of any other, `name` how a lane is called, and `now` the time, in the `world`."""
        self.now, self._world = now, world
        self._begin = 0.0  # what the loop's clock says at the beginning of time
        self._known, self._lane_of_call, self._lane_named, self._name = known, lane_of_call, lane_named, name
        self._loop: Callable[[], Any] = lambda: None
        self.places: dict[str, Place] = {}
        self._shown: Queues = {}
        self._changed: set[str] = set()
        self._owners: dict[str, weakref.ref[Any]] = {}  # of places: whose they are, or were last
        self._names: dict[tuple[int, str], tuple[str, weakref.ref[Any]]] = {}
        """By id of an owner, and its name: its place."""
        self._handles: deque[Call | Rung | None] = deque()  # what is known of each entry of _ready
        self._newest: Callable[[], Any] = lambda: None  # the last entry of _ready
        self._calls: dict[int, Call] = {}  # by id of a handle, of functions that are ready
        self._numbers, self._orders, self._keys = itertools.count(1), itertools.count(), itertools.count(1)
        self._timers: dict[int, Rung] = {}  # by id of a handle
        self._due: list[tuple[tuple[float, int], Rung]] = []
        self._by_future: dict[int, Rung] = {}  # by id of a future that a timer ends
        self._new: list[Rung] = []
        self._yielded: list[Known] = []
        self._gone: list[Known] = []
        self._sets: list[Timer] = []
        self._over: Details = {}
        self._taken: Call | None = None
        self._helpers: dict[int, tuple[str, str, Callable[[], bool]]] = {}
        """By lane: its name, its place, and whether it is over."""
        self._shown_helpers: dict[int, bool] = {}  # lanes that are in their places: whether that is told
        self.surprised = False
        """Something has run that is not known: it may have asked tasks to end."""

    def runs(self, loop: Any) -> bool:
        """A loop runs; say whether it is another one than before."""
        if loop is self._loop():
            return False
        self.clear()
        self._loop = weakref.ref(loop)
        self._begin = self._world.begin if type(loop).time is asyncio.BaseEventLoop.time else 0.0
        self._handles.clear()
        self._newest = lambda: None
        for handle in sorted(loop._scheduled, key=lambda each: each._when):
            if id(handle) not in self._timers:
                self.timer_made(handle, None, "")
        return True

    @property
    def loop(self) -> Any:
        """The loop that runs, or has run last; None if it is closed."""
        loop = self._loop()
        return None if loop is None or loop._closed else loop

    def clear(self) -> None:
        """Empty all places."""
        for timer in list(self._timers.values()):
            self._end(timer, rang=False)
        self._changed.update(self.places)
        for name in self.places:
            self.places[name] = Place()
        self._shown_helpers.clear()
        self._timers.clear()
        self._by_future.clear()
        self._due.clear()

    # ---- what is heard

    def timer_made(self, handle: Any, creator: int | None, call: str) -> None:
        """A timer is made."""
        key = (handle._when - self._begin, next(self._orders))
        self._timers[id(handle)] = timer = Rung(weakref.ref(handle), id(handle), key, creator, call)
        self._new.append(timer)
        heapq.heappush(self._due, (key, timer))
        args = handle._args or ()
        if args and type(handle._callback) is FunctionType and handle._callback.__name__ in RINGS:
            timer.future = id(args[0])
            self._by_future[timer.future] = timer

    def helper_began(self, lane: int, name: str, place: str, is_over: Callable[[], bool]) -> None:
        """A thread or a process is at work."""
        self._helpers[lane] = name, place, is_over

    def helps(self, lane: int) -> bool:
        """Say whether a thread or a process is at work."""
        return lane in self._helpers

    def taken_back(self, handle: Any) -> None:
        """A timer, or a call that is ready, counts no more."""
        timer, call = self._timers.get(id(handle)), self._calls.pop(id(handle), None)
        if timer is not None and timer.handle() is handle:
            self._end(timer, rang=False)
        if call is not None and call.shown:
            self._leave_ready(call)

    def yielded(self, known: Known) -> None:
        """A task has yielded: when it is asked next, it has named its wait."""
        self._yielded.append(known)

    def goes_on(self, known: Known) -> None:
        """A task goes on."""
        self._leave(known)
        if known.timer is not None:
            if known.timer.place == SCHEDULED:
                self._hide(known.timer, rang=False)
            known.timer = None

    def is_gone(self, known: Known) -> None:
        """A task is no more."""
        self._gone.append(known)

    def takes(self, lane: int | None) -> None:
        """The loop has taken a lane out of ``_ready``, and lets it go on."""
        self.look(lane)

    def has_taken(self) -> None:
        """The lane that was taken out of ``_ready`` has gone on."""
        if self._taken is not None:
            taken, self._taken = self._taken, None
            self._leave_ready(taken)

    def rename(self, lane: int, name: str, new: str) -> None:
        """A lane has another name."""
        for place in self.places.values():
            place.rename(lane, name, new)
        self._changed.update(self.places)

    def lanes(self) -> set[int]:
        """Return the lanes of what is known of the loop."""
        creators = {timer.creator for timer in self._timers.values() if timer.creator is not None}
        return creators | {item[0] for place in self.places.values() for item in place.told()}

    def tidy(self) -> None:
        """Forget places in which nobody stands, if there are many, and timers that count no more."""
        empty = [name for name, place in self.places.items() if not len(place) and name not in OF_LOOP]
        for name in empty if len(empty) > EMPTY else ():
            del self.places[name]
            self._owners.pop(name, None)
        for place in self.places.values():
            place.tidy()
        self._due = [entry for entry in self._due if not entry[1].over]
        heapq.heapify(self._due)
        self._calls = {key: call for key, call in self._calls.items() if call.shown}

    # ---- what is told

    def stands(self) -> Queues:
        """Return the items of each place; it is the same object until something changes."""
        self.look()
        if self._changed:
            told = {name: self.places[name].told() for name in self._changed if name in self.places}
            shown = {name: there for name, there in told.items() if there or name == READY}
            if shown.keys() == told.keys() & self._shown.keys():
                self._shown = {**self._shown, **shown}
            else:  # a place comes, or goes
                every = ((name, place) for name, place in self.places.items() if len(place) or name == READY)
                self._shown = {name: place.told() for name, place in every}
            self._changed.clear()
        self._shown_helpers = dict.fromkeys(self._shown_helpers, True)
        return self._shown

    def timers(self) -> Details:
        """Return which timers have been set, have rung, and count no more, since this was asked last."""
        told, self._over = self._over, {}
        if self._sets:
            told["sets"], self._sets = self._sets, []
        return told

    # ---- looking

    def look(self, taken: int | None = None) -> None:
        """Look at all changes; `taken` is the lane that the loop lets go on."""
        loop = self.loop
        if loop is None:
            if self._timers or any(map(len, self.places.values())):
                self.clear()
            return
        if not self.places:
            self.places = {READY: Place(), SCHEDULED: Place(), DEADLINES: Place()}
            self._changed.add(READY)
        if self._yielded:
            self._look_at_yielded()
        if self._gone:
            for known in self._gone:
                self._leave(known)
            self._gone.clear()
        if self._new:
            self._look_at_timers()
        if self._helpers:
            self._look_at_helpers()
        self._look_at_ready(loop, taken)
        if self._due and self._due[0][0][0] <= self.now() + TOUCH:
            self._look_at_due()

    def _look_at_yielded(self) -> None:
        for known in self._yielded:
            task = known.task()
            future = None if task is None else task._fut_waiter
            if future is None:
                continue
            timer = known.timer = self._by_future.get(id(future))
            handle = timer.handle() if timer else None
            if timer is not None and handle is not None and handle._args:
                self._show(timer, RINGS[handle._callback.__name__], known.lane, self._name(known.lane))
            if timer is None or timer.place != SCHEDULED:
                known.stands = self._place_of(known)
                if known.stands not in self.places:
                    self.places[known.stands] = Place()
                self.places[known.stands].add(known.lane, (known.lane, self._name(known.lane)))
                self._changed.add(known.stands)
        self._yielded.clear()

    def _place_of(self, known: Known) -> str:
        """Return the place in which a task waits. If two objects are called alike, the second one has a "lock 2"."""
        name, owner = known.place or "future", known.about() if known.about else None
        if owner is None:
            if not len(self.places.get(name, ())):
                self._owners.pop(name, None)
            return name
        key, number = (id(owner), name), 1
        place, of = self._names.get(key, (name, None))
        if of is None or of() is not owner:
            place = name
        while len(self.places.get(place, ())):
            if (of := self._owners.get(place)) is not None and of() is owner:
                break
            number += 1
            place = f"{name} {number}"
        self._owners[place] = weakref.ref(owner)
        self._names[key] = place, weakref.ref(owner, functools.partial(self._forget, key))
        return place

    def _forget(self, key: tuple[int, str], of: weakref.ref[Any]) -> None:
        if self._names.get(key, ("", None))[1] is of:
            del self._names[key]

    def _look_at_timers(self) -> None:
        for timer in self._new:
            handle = timer.handle()
            if handle is None or timer.over or handle._cancelled or timer.future:
                continue  # the task that awaits the future has the timer, as soon as it does
            if (task := ended_by(handle._callback)) is not None:
                if (known := self._known(task)) is not None:
                    self._show(timer, DEADLINES, known.lane, self._name(known.lane))
            elif (target := self._lane_of_call(handle._callback)) is not None:
                self._show(timer, SCHEDULED, *target)
            elif timer.creator is not None and not timer.call:
                self._show(timer, DEADLINES, timer.creator, self._name(timer.creator))
            else:
                lane = self._lane_named(timer.call or called(whole(handle._callback)))
                self._show(timer, SCHEDULED, lane, self._name(lane))
        self._new.clear()

    def _look_at_helpers(self) -> None:
        for lane, (name, place, is_over) in list(self._helpers.items()):
            if lane not in self._shown_helpers:
                self._shown_helpers[lane] = False
                self.places.setdefault(place, Place()).add(lane, (lane, name))
            elif self._shown_helpers[lane] and is_over():
                del self._helpers[lane], self._shown_helpers[lane]
                self.places[place].remove(lane)
            else:
                continue
            self._changed.add(place)

    def _look_at_ready(self, loop: Any, taken: int | None) -> None:
        newest, ready = self._newest(), loop._ready
        if taken is None and len(ready) == len(self._handles) and (not ready or ready[-1] is newest):
            return
        ready = tuple(loop._ready) if self._world.real else loop._ready  # to which other threads may add
        new: list[Any] = []
        if ready and ready[-1] is not newest:
            for handle in reversed(ready):
                if handle is newest:
                    break
                new.append(handle)
        popped = len(self._handles) + len(new) - len(ready)
        held: Call | None = None
        for left in range(popped, 0, -1):
            entry = self._handles.popleft()
            if isinstance(entry, Rung):
                entry.in_ready = False
                self._end(entry, rang=True)
                self.surprised |= not entry.future
            elif entry is None:
                self.surprised = True
            elif left == 1 and entry.lane == taken and entry.shown:
                held = entry
            elif entry.shown:
                self._leave_ready(entry)
        for handle in reversed(new):
            self._handles.append(self._entry(handle))
        if new:
            self._newest = weakref.ref(new[0])
        if taken is not None:
            if held is None:  # it came, and was taken out at once
                self.surprised = True
                held = self._come(taken, self._name(taken), self.places[READY].before())
            self._taken = held

    def _entry(self, handle: Any) -> Call | Rung | None:
        """Return the meaning of a new entry of ``_ready``."""
        if handle._cancelled:
            return None
        timer = self._timers.get(id(handle))
        if timer is not None and timer.handle() is handle:
            timer.in_ready = True
            return timer
        callback = whole(handle._callback)
        if is_a(owner_of(callback), asyncio.Timeout):
            return self._due_at_once(handle)
        if is_a(task := owner_of(callback), asyncio.Task) and called(callback) != "cancel":
            known = self._known(task)
            if known is None:
                return None
            future = known.awaits() if known.awaits is not None else None
            self.surprised |= future is not None and future.cancelled()
            self._leave(known)
            return self._come(known.lane, self._name(known.lane), next(self._keys))
        target = self._lane_of_call(callback)
        if target is None:
            return None
        self._calls[id(handle)] = call = self._come(*target, next(self._keys))
        return call

    def _due_at_once(self, handle: Any) -> Rung | None:
        """Return the deadline of a timeout that is over as it begins, for which the loop has no timer."""
        timeout = owner_of(handle._callback)
        known = self._known(timeout._task)
        if known is None:
            return None
        key = (timeout._when - self._begin, next(self._orders))
        timer = Rung(weakref.ref(handle), id(handle), key, None, "", in_ready=True)
        self._timers[id(handle)] = timer
        self._show(timer, DEADLINES, known.lane, self._name(known.lane))
        return timer

    def _look_at_due(self) -> None:
        """Let timers ring that have been in ``_ready``, and are there no more, before anybody looked."""
        now = self.now() + TOUCH
        most = 0 if self._world.real else 2  # that are due at once, and in any order
        waiting = []
        while self._due and self._due[0][0][0] <= now:
            entry = heapq.heappop(self._due)
            timer, handle = entry[1], entry[1].handle()
            if timer.over or timer.in_ready:
                continue
            if handle is not None and handle._scheduled:
                waiting.append(entry)
                if len(waiting) > most:  # the loop has not looked for those that are due
                    break
            else:
                self._end(timer, rang=True)
                self.surprised |= not timer.future
        for entry in waiting:
            heapq.heappush(self._due, entry)

    # ---- coming and leaving

    def _come(self, lane: int, text: str, key: int) -> Call:
        self.places[READY].add(key, (lane, text))
        self._changed.add(READY)
        return Call(key, lane)

    def _leave_ready(self, call: Call) -> None:
        call.shown = False
        self.places[READY].remove(call.key)
        self._changed.add(READY)

    def _leave(self, known: Known) -> None:
        if known.stands:
            self.places[known.stands].remove(known.lane)
            self._changed.add(known.stands)
            known.stands = ""

    def _show(self, timer: Rung, place: str, lane: int, name: str) -> None:
        when = self._world.told(timer.key[0])
        timer.place, timer.number = place, next(self._numbers)
        self.places[place].add(timer.key, (lane, f"{seconds(when)} {name}"))
        self._changed.add(place)
        self._sets.append({"id": timer.number, "queue": place, "lane": lane, "due": when})

    def _hide(self, timer: Rung, rang: bool) -> None:
        if not timer.number:
            return
        self.places[timer.place].remove(timer.key)
        self._changed.add(timer.place)
        unsaid = [each for each in self._sets if each["id"] != timer.number]
        if len(unsaid) < len(self._sets):
            self._sets = unsaid
        else:
            over = self._over.setdefault("rings", []) if rang else self._over.setdefault("lapses", [])
            over.append(timer.number)
        timer.number = 0

    def _end(self, timer: Rung, rang: bool) -> None:
        """A timer rings, or counts no more."""
        self._hide(timer, rang)
        timer.over = True
        if self._by_future.get(timer.future) is timer:
            del self._by_future[timer.future]
        if self._timers.get(timer.at) is timer:
            del self._timers[timer.at]


def owner_of(callback: Any) -> Any:
    """Return whose method a callback is, or which task a step of asyncio's is of; or None."""
    bound = is_a(callback, (MethodType, BuiltinMethodType)) or called(type(callback)) == "TaskStepMethWrapper"
    return callback.__self__ if bound else None


def ended_by(callback: Any) -> Any:
    """Return the task that a timer asks to end, by its own method or by that of a timeout; or None."""
    this = owner_of(callback)
    if is_a(this, asyncio.Timeout):
        return this._task
    return this if is_a(this, asyncio.Task) and called(callback) == "cancel" else None


def whole(callback: Any) -> Any:
    """Return the function that a callback calls, also where some of its arguments are given already."""
    while is_a(callback, functools.partial):
        callback = callback.func
    return callback
