"""Records a program on asyncio: where its tasks are and what they wait for, as asyncio's own objects say it.

asyncio is taken for a kernel (``kernels.py``): a task that awaits asks for something, and is in a place until it goes
on. Nothing of asyncio is replaced. What is known comes from

1. the loop: who stands in ``_ready``, and which timers are in ``_scheduled``;
2. the task: the future that it waits for (``_fut_waiter``), and how often it was asked to end (``cancelling()``);
3. the coroutine of asyncio that the program awaits, such as ``Queue.get()``, when it is suspended: its name, and what
   it was given. A task or a future that is awaited says itself who it is.

Of a timer that is due, and whose turn has not come, it is told that it is set still: asyncio moves it to ``_ready``
first, and its task may not go on yet. Whom the loop has taken out of ``_ready`` is in there until it goes on. A task
that is started eagerly, within another one, is told to be.
"""
from __future__ import annotations

import asyncio
import functools
import gc
import itertools
import re
import sys
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import CO_ASYNC_GENERATOR
from types import AsyncGeneratorType, CodeType, CoroutineType, FrameType, FunctionType, SimpleNamespace
from typing import Any

from whoruns.events import Details, Event, Kind
from whoruns.recorder.found import FoundKernel, FoundLanes, FoundRun, FoundValues, FoundWorld
from whoruns.recorder.kernels import KernelRecorder
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.tracing import GENERATOR


def files() -> Iterator[str]:
    """Yield the files of asyncio as its code names them: in a reader's page, they are in an archive, and compiled."""
    for module in [module for name, module in sys.modules.items() if name.startswith("asyncio.")]:
        known = list(vars(module).values())
        known += [each for kind in known if isinstance(kind, type) for each in vars(kind).values()]
        for each in known:
            if isinstance(each, FunctionType) and each.__module__ == module.__name__:
                yield each.__code__.co_filename


QUIET = frozenset(files())
"""Of the coroutines in them it is heard what they do, and none of it is told."""
UNNAMED = re.compile(r"Task-\d+|None")  # 3.13 calls those None that a factory makes
READY, SCHEDULED, DEADLINES = "ready", "scheduled", "deadlines"
"""The loop's ``_ready``; its ``_scheduled``, so far as it wakes those who sleep, or calls; and what else is due."""
CONNECTING = ("streams.py", "streams.pyc", "base_events.py", "base_events.pyc", "unix_events.py", "unix_events.pyc")
PRIMITIVES = (asyncio.Lock, asyncio.Semaphore, asyncio.Event, asyncio.Condition, asyncio.Queue)
LOCKS = (asyncio.Lock, asyncio.Semaphore, asyncio.Condition)


@dataclass
class Known:
    """What is known of a task."""

    lane: int
    place: str = ""
    """What it waits for, as it was asked for last."""
    awaits: weakref.ref[Any] | None = None
    """The future that it has yielded."""
    asked: int = 0
    """How often it was asked to end, as far as that is told."""
    told: list[Event] = field(default_factory=list)
    """The events that tell it, of those that were not taken back."""
    doomed: bool = False
    """It was asked to end, and what it waits for need not end for that: the error is thrown in when it goes on."""


class AsyncioLanes(FoundLanes):
    """A task has the lane of its coroutine, or, if that is asyncio's own, one for itself."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.known: weakref.WeakKeyDictionary[Any, Known] = weakref.WeakKeyDictionary()

    def of_value(self, value: object) -> int | None:
        """Return the lane that a value is."""
        if not isinstance(value, asyncio.Task):
            return super().of_value(value)
        if value not in self.known:
            coro: Any = value.get_coro()
            if is_hidden(getattr(coro, "cr_code", None)):
                return None
            lane = super().of_value(coro)
            if lane is None:
                lane = self.add("task", getattr(coro, "__name__", "") or name_of_generator(coro))
            self.known[value] = Known(lane)
        if not UNNAMED.fullmatch(value.get_name()):
            self.rename(self.known[value].lane, value.get_name())
        return self.known[value].lane

    def of_frame(self, frame: FrameType, new: bool = False) -> int:
        """Return the lane of a coroutine's frame; of asyncio's own, that of its task.

        So it is with an asynchronous generator that a task resumes or closes by itself, without a coroutine.
        """
        task = current()
        alone = is_alone(frame) and not isinstance(getattr(task, "get_coro", object)(), CoroutineType)
        if (frame.f_code.co_filename in QUIET or alone) and task is not None:
            return self.of_value(task) or 0
        return super().of_frame(frame, new)

    def inside(self, value: object, depth: int = 0) -> int | None:
        """Return the lane that a value is or holds."""
        return self.of_value(value) if isinstance(value, asyncio.Future) else super().inside(value, depth)

    def of_task(self, value: object) -> int | None:
        """Return the lane of a value that is a task, or None."""
        return self.of_value(value) if isinstance(value, asyncio.Future) else super().of_task(value)


class AsyncioValues(FoundValues):
    """Says of what tasks share how it is: who holds a lock, what is in a queue."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.holders: weakref.WeakKeyDictionary[Any, list[int]] = weakref.WeakKeyDictionary()

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is?"""
        return isinstance(value, PRIMITIVES) or super().is_plain(value)

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value."""
        if isinstance(value, PRIMITIVES):
            return f"<{' '.join([type(value).__name__, *self._state(value)])}>"
        if isinstance(value, asyncio.Future) and not isinstance(value, asyncio.Task):
            state = "pending" if not value.done() else "cancelled" if value.cancelled() else "done"
            return f"<{type(value).__name__.lstrip('_')} {state}>"
        return super().show(value, depth)

    def _state(self, value: Any) -> Iterator[str]:
        if isinstance(value, asyncio.Event):
            yield "set" if value.is_set() else "unset"
        elif isinstance(value, asyncio.Queue):
            inner = list(getattr(value, "_queue", ()))
            yield f"[{', '.join([self.show(each, 2) for each in inner[:6]] + ['…'] * (len(inner) > 6))}]"
        else:
            lock = getattr(value, "_lock", value)
            if isinstance(value, asyncio.Semaphore):
                yield f"{getattr(value, '_value', '')}"
            holders = self.holders.get(lock, []) if isinstance(value, asyncio.Semaphore) or lock.locked() else []
            yield from (self.lanes.all[lane]["name"] for lane in holders)


class AsyncioWorld(FoundWorld):
    """Lets a wait end when the loop's next timer is due: a selector rounds that up to milliseconds."""

    def wait(self, call: str, timeout: float | None, *more: Any, **named: Any) -> Any:
        """Wait as ever, but no longer than until the next timer."""
        loop: Any = asyncio.events._get_running_loop()
        if call in ("poll", "select") and timeout and (due := getattr(loop, "_scheduled", None)):
            timeout = min(timeout, max(0.0, due[0].when() - self.now)) or timeout
        return super().wait(call, timeout, *more, **named)


class AsyncioRecorder(FoundKernel):
    """Collects the events of a program on asyncio."""

    lanes: AsyncioLanes
    values: AsyncioValues

    def __init__(self, run: FoundRun, files: list[str], variables: Mapping[str, Any]) -> None:
        super().__init__(run, files, variables)
        self.world = AsyncioWorld(self, variables, run.typed)
        self.lanes = AsyncioLanes(run, files, self.world)
        self.lanes.crowded = functools.partial(self.stop, "crowded")
        self.values = self.frames.values = AsyncioValues(self.lanes, self.world, self.places)
        self.timers = type(self.timers)(self.lanes)
        self._loop: Any = lambda: None
        self._taken: list[Any] = []
        """Whom the loop has taken out of ``_ready`` to let it go on, until it does."""
        self._request: list[str] = []
        self._whom: int | None = None
        self._count_timers = itertools.count()
        self._orders: dict[int, tuple[Any, int]] = {}  # by id of a timer's handle
        self._found: dict[str, list[Any]] = {}
        self._above: dict[int, list[int]] = {}  # by id of an asynchronous generator's frame: lanes that wait for it
        self._seen: list[str] = []  # places, in the order in which somebody has been in them

    # ---- what the interpreter tells, of the program and of the coroutines that it awaits

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on."""
        if not self.world.acting and len(self._running) == 1:
            self._taken = list(self._next(frame))
            self._settle()
        self._news(frame)
        ours = self._is_ours(frame)
        if ours or resumed:
            self._request, self._whom = [], None
        if ours:
            super().enter(frame, resumed)
        elif resumed and not self.world.acting:  # an error is thrown in, which it may keep from those who wait for it
            self._go_on(frame)
        self._taken = []

    def _next(self, frame: FrameType) -> Iterator[Any]:
        """Yield the task, or what stands for a function of the program, that the loop lets go on with this frame."""
        task, above, code = current(), frame.f_back, frame.f_code
        if task is not None:
            yield task
            return
        if above is not None and self.is_loop(above) and not code.co_flags & GENERATOR:
            self._call(code)
        if code in self.called:
            lane = self.lanes.of_code(code, self.lanes.name_for(frame))
            timed, ready = ({item[0] for item in self._last_queues.get(name, ())} for name in (SCHEDULED, READY))
            if lane not in timed - ready:  # its timer has rung
                yield SimpleNamespace(__code__=code)

    def _go_on(self, frame: FrameType) -> None:
        for lane in reversed(self._past(frame)):
            if lane not in self._running:
                self._running.append(lane)
                self._told_before.append(lane)
                self._add("resume", frame, self._given(frame))
        super()._go_on(frame)

    def _past(self, frame: FrameType) -> list[int]:
        """Return the lanes, the innermost first, that an error has gone past on its way to the frame that gets it."""
        *_, outermost = frame, *self._outer(frame)
        lanes = self._above.get(id(outermost), []) if is_alone(outermost) else []
        return lanes if lanes[-1:] == [self._current_lane()] else []

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        self._news(frame)
        super().line(frame)

    def suspend(self, frame: FrameType, value: object) -> None:
        """A coroutine yields; one of asyncio that the program awaits says for what."""
        above = frame.f_back
        if self.world.acting:
            return
        if frame.f_code.co_filename in QUIET and above is not None and not self._request and self._is_ours(above):
            self._request = self._asked(frame, above)
        if self._is_ours(frame):
            self._news(frame)
            self._wish(frame, value)
            if frame.f_code.co_flags & CO_ASYNC_GENERATOR and not is_alone(frame):
                self._above[id(frame)] = [self.lanes.of_frame(outer) for outer in self._outer(frame)]
            super().suspend(frame, unwrapped(value))
            if above is None or not above.f_code.co_flags & GENERATOR:
                self._request, self._whom = [], None  # who goes on now may be a task in which this one has begun
        elif self._told_before and (outer := next(self._outer(frame), None)) is not None:
            self._news(frame)
            self._wish(outer, value)
            self._stop_outer(frame, value)

    def _stop_outer(self, frame: FrameType, value: object) -> None:
        super()._stop_outer(frame, value)
        *_, outermost = frame, *self._outer(frame)
        for lane in self._past(frame):
            if self._told_before[-1:] == [lane] == self._running[-1:]:
                self._told_before.pop()
                self._hand_back(outermost, "yield", value, {"passed": True})

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends; with ``acquire()`` of asyncio, its task has the lock."""
        if frame.f_code.co_filename in QUIET and frame.f_code.co_name == "acquire" and value is True:
            lock, lane = frame.f_locals["self"], self._current_lane()
            holders = self.values.holders.setdefault(lock, [])
            holders[:] = [*([] if isinstance(lock, asyncio.Lock) else holders), lane]
        if self._is_ours(frame):
            self._news(frame)
            super().leave(frame, value, error)

    def is_loop(self, frame: FrameType) -> bool:
        """Say whether a frame is of a loop, which calls functions."""
        code = frame.f_code
        return (code.co_name == "_run" and code.co_filename in QUIET) or super().is_loop(frame)

    def _add(self, kind: Kind, frame: FrameType | None, details: Details, lane: int | None = None) -> None:
        """Add an event; if a task starts within another one, say so."""
        task = current() if kind == "start" and len(self._running) > 2 else None
        eager = task is not None and getattr(task.get_coro(), "cr_frame", None) is frame
        super()._add(kind, frame, {**details, "eager": True} if eager else details, lane)

    def _is_ours(self, frame: FrameType) -> bool:
        """Say whether a frame is the program's, or that of a task which is a coroutine of asyncio itself."""
        if frame.f_code.co_filename not in QUIET:
            return frame.f_code.co_filename in self.frames.files
        if is_hidden(frame.f_code):
            return False
        above, task = frame.f_back, current()
        outermost = above is not None and not above.f_code.co_flags & GENERATOR
        return outermost and task is not None and getattr(task.get_coro(), "__name__", "") == frame.f_code.co_name

    def _has_lane(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename in QUIET or super()._has_lane(frame)

    # ---- what a task asks for, and what it gets

    def _asked(self, frame: FrameType, above: FrameType) -> list[str]:
        """Return what a coroutine of asyncio is called, as the program calls it, and what it was given."""
        here, code = frame.f_locals, frame.f_code
        this, name = here.get("self"), code.co_name
        if isinstance(this, asyncio.AbstractEventLoop):
            name = f"loop.{name}"
        elif this is not None:
            method = "acquire" if name == "__aenter__" and isinstance(this, LOCKS) else name
            name = f"{name_of(this, above)}.{method}"
        connects = code.co_filename.endswith(CONNECTING)  # to a port, which is another in each run
        args = [here.get(arg) for arg in code.co_varnames[: code.co_argcount] if arg != "self" and not connects]
        return [name, *(self._arg(arg) for arg in args if self.values.is_plain(arg) and arg is not None)]

    def _arg(self, value: object) -> str:
        if isinstance(value, set | frozenset | list | tuple):
            texts = map(self._arg, value)
            return ", ".join(sorted(texts) if isinstance(value, set | frozenset) else texts)
        lane = self.lanes.of_task(value)
        return self.values.show(value) if lane is None else self.lanes.all[lane]["name"]

    def _wish(self, frame: FrameType, value: object) -> None:
        """Understand what a task asks for; the innermost of its coroutines says it."""
        task = current()
        if task is None or not (value is None or asyncio.isfuture(value)):
            return
        lane = self.lanes.of_task(value)
        if not self._request and frame.f_code.co_filename in QUIET:
            self._request = self._asked(frame, frame)
        if not self._request and asyncio.isfuture(value):
            self._request = self._future(value, frame)
        if not self._request:
            return
        self._whom = lane
        self.lanes.of_value(task)
        known = self.lanes.known[task]
        name, *args = self._request
        place = f"{name}({', '.join(args)})" if args else name
        known.doomed = False
        known.place = place if place not in (READY, SCHEDULED, DEADLINES) else f"{place}()"
        known.awaits = weakref.ref(value) if value is not None else None

    def _future(self, future: Any, frame: FrameType) -> list[str]:
        """Return how a future is called that a task awaits: like the task that it is, or after those it depends on."""
        lane = self.lanes.of_value(future)
        if lane is not None:
            return [self.lanes.all[lane]["name"]]
        children = getattr(future, "_children", None)
        if children is not None:
            return ["gather", *map(self._arg, children)]
        for task in self._tasks():
            for callback, _context in getattr(task, "_callbacks", None) or ():
                cells = getattr(callback, "__closure__", None) or ()
                if any(contents(cell) is future for cell in cells):
                    return ["shield", self._arg(task)]
        return [name_of(future, frame)]

    def _written(self, kind: Kind, value: Any) -> Details:
        if kind != "yield" or not self._request:
            return Recorder._written(self, kind, value)
        told: Details = {"request": self._request}
        return told if self._whom is None else {**told, "whom": self._whom}

    def _given(self, frame: FrameType) -> Details:
        """Return what a task gets when it goes on: what it has waited for says it."""
        task = current()
        known = self.lanes.known.get(task) if task is not None else None
        if known is None or (len(self._running) > 2 and self.events[-1]["ev"] != "resume"):
            return KernelRecorder._given(self, frame)
        future = known.awaits() if known.awaits else None
        told: Details = {}
        if known.doomed or (future is not None and future.cancelled()):
            told = {"value": "CancelledError()", "thrown": True}
        elif future is not None and future.done():
            error = future.exception()
            result = error if error is not None else future.result()
            if result is not None:
                told = {"value": self.values.show(result)}
            if error is not None:
                told["thrown"] = True
        return told

    # ---- what has happened without an event

    def _news(self, frame: FrameType | None) -> None:
        """Tell which tasks have been asked to end, or no more, since the last event."""
        if self.world.acting or self.world.hangs:
            return
        loop: Any = asyncio.events._get_running_loop()
        if isinstance(loop, asyncio.BaseEventLoop) and loop is not self._loop():  # another one has no such queues
            self._loop = weakref.ref(loop)
            if type(loop).time is not asyncio.BaseEventLoop.time:  # a clock of its own
                self._now = lambda: self._loop().time()
        task = current()
        if task is not None and frame is not None and self._is_ours(frame):
            self.lanes.of_value(task)
        for each in self._tasks():
            known, asked = self.lanes.known[each], each.cancelling()
            while known.told and asked < known.asked:
                known.told.pop()["request"] = ["interrupt"]  # taken back
                known.asked -= 1
            if asked > known.asked and not each.done():
                stood = any(item[0] == known.lane for item in self._last_queues.get(READY, ()))
                known.doomed = bool(getattr(each, "_must_cancel", False)) or (each is task and stood)
                self._add("cancels", frame, {"whom": known.lane})
                if not self.world.hangs:
                    known.told.append(self.events[-1])
            known.asked = asked

    def _tasks(self) -> list[Any]:
        """Return the tasks that live, in the order of their lanes."""
        return sorted(self.lanes.known, key=lambda task: self.lanes.known[task].lane)

    def _current_lane(self) -> int:
        task = current()
        lane = self.lanes.of_value(task) if task is not None else None
        return lane or 0

    # ---- where the tasks are

    def _boxes(self) -> Mapping[str, Any]:
        """Return who is ready, whose timers are set, and who waits for what, as the loop and the tasks say now."""
        loop = self._loop()
        if loop is None or loop.is_closed():
            return self._queues
        taken = self._taken if len(self._running) == 1 else []
        ready = [*taken, *(self._target(each) for each in loop._ready if not isinstance(each, asyncio.TimerHandle))]
        found: dict[str, list[Any]] = {READY: [each for each in ready if each is not None]}
        timers = [*loop._scheduled, *(each for each in loop._ready if isinstance(each, asyncio.TimerHandle))]
        sleeping: list[Any] = []
        deadlines: list[Any] = []
        asleep = set()
        waiting = [task for task in self._tasks() if task._fut_waiter is not None]
        awaited = {id(task._fut_waiter): task for task in waiting}
        for handle in timers:
            if handle.cancelled():
                continue
            callback, args = handle._callback, handle._args or ()
            item = (handle.when(), self._order(handle))
            sleeper = next((awaited[id(arg)] for arg in args if id(arg) in awaited), None)
            if sleeper is not None and callback.__name__ == "_set_result_unless_cancelled":
                asleep.add(id(sleeper))
                sleeping.append((*item, sleeper))
            elif sleeper is not None:
                deadlines.append((*item, sleeper))
            elif (task := ended_by(callback)) is not None:
                deadlines.append((*item, task))
            elif (target := self._target(handle)) is not None:
                sleeping.append((*item, target))
        found[SCHEDULED] = sorted(sleeping, key=lambda each: each[:2])
        found[DEADLINES] = sorted(deadlines, key=lambda each: each[:2])
        for task in waiting:
            known = self.lanes.known[task]
            if id(task) not in asleep and not task._fut_waiter.done():
                found.setdefault(known.place or "future", []).append(task)
        self._seen += [name for name in found if name not in self._seen]
        return self._queues | {name: found[name] for name in self._seen if found.get(name) or name == READY}

    def _target(self, handle: Any) -> Any:
        """Return the task, or the function of the program, that a handle of the loop will call; or None."""
        callback = handle._callback
        while hasattr(callback, "func"):
            callback = callback.func
        this = getattr(callback, "__self__", None)
        if isinstance(this, asyncio.Task) and getattr(callback, "__name__", "") != "cancel":
            return this if self.lanes.of_value(this) is not None and not handle.cancelled() else None
        code = getattr(callback, "__code__", None)
        if code is None or handle.cancelled() or code.co_filename not in self._files:
            return None
        self._call(code)
        return callback if code in self.called else None

    def _order(self, handle: Any) -> int:
        """Return a number for a timer; it is not kept."""
        known = self._orders.get(id(handle))
        if known is None or known[0]() is not handle:
            self._orders[id(handle)] = known = (weakref.ref(handle), next(self._count_timers))
        return known[1]

    def _find_queues(self, frame: FrameType) -> None:
        """The loop has the queues."""

    def awaited(self) -> list[str]:
        """Return the names of the places that are called like what is waited for."""
        return [name for name in self._seen if name not in (READY, SCHEDULED, DEADLINES)]

    def states(self) -> dict[str, Any]:
        """Return for each place what a task in it is; a deadline is one besides."""
        return {READY: "ready", SCHEDULED: "sleep", DEADLINES: "", **dict.fromkeys(self.awaited(), "read")}


def current() -> Any:
    """Return the task that runs, or None."""
    loop = asyncio.events._get_running_loop()
    return None if loop is None else asyncio.current_task(loop)


def name_of(value: object, frame: FrameType) -> str:
    """Return how the program calls an object: a variable, an attribute of ``self``; else like its class."""
    this = frame.f_locals.get("self")
    places: Iterable[Mapping[str, object]] = (frame.f_locals, getattr(this, "__dict__", {}), frame.f_globals)
    for known in places:
        for name, each in known.items():
            if each is value and name != "self":
                return name
    return "self" if this is value else type(value).__name__.lstrip("_").lower()


def is_hidden(code: CodeType | None) -> bool:
    """Say whether a coroutine is asyncio's own: one that it makes by itself, to accept connections, or at its end."""
    return code is not None and code.co_filename in QUIET and code.co_name.startswith(("_", "shutdown_"))


def is_alone(frame: FrameType) -> bool:
    """Say whether a frame is of an asynchronous generator, and none of a coroutine is above it.

    A task may close it by itself; and an error that is thrown in comes to it at once, past those who wait for it.
    """
    above = frame.f_back
    return bool(frame.f_code.co_flags & CO_ASYNC_GENERATOR) and not (above and above.f_code.co_flags & GENERATOR)


def name_of_generator(awaited: object) -> str:
    """Return the name of the asynchronous generator that anext(), aclose() and the like are about."""
    return next((each.__name__ for each in gc.get_referents(awaited) if isinstance(each, AsyncGeneratorType)), "task")


def ended_by(callback: Any) -> Any:
    """Return the task that a timer asks to end, by its own method or by that of a timeout; or None."""
    this = getattr(callback, "__self__", None)
    return next((each for each in (this, getattr(this, "_task", None)) if isinstance(each, asyncio.Task)), None)


def contents(cell: Any) -> object:
    """Return what is in a cell of a closure, or None."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def unwrapped(value: object) -> object:
    """Return what an asynchronous generator yields, without what the interpreter wraps it in."""
    if type(value).__name__ != "async_generator_wrapped_value":
        return value
    return next(iter(gc.get_referents(value)), None)
