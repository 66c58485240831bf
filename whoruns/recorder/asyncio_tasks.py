"""The requests and answers of a program's tasks on asyncio, as asyncio's own objects say them.

asyncio is taken for a kernel: a task that awaits asks for something, and is in a place until it goes on
(``asyncio_loop.py``). The request is said by the coroutine of asyncio that the program awaits, such as
``Queue.get()``, when it is suspended: its name, and its arguments. A task or a future that is awaited names
itself. Coroutines of other libraries are heard, too, so that a task has one lane, whoever has written its coroutine.

Tasks that are asked to end are looked for where code may have asked: after a line that names ``cancel``, after
asyncio or a library has had control, and always in the task that runs. A task that is started eagerly, within another
one, is told to be.
"""
from __future__ import annotations

import asyncio
import dis
import functools
import gc
import itertools
import operator
import os
import re
import sys
import weakref
from collections.abc import Callable, Container, Iterator, Mapping
from inspect import CO_ASYNC_GENERATOR, CO_GENERATOR
from types import AsyncGeneratorType, CodeType, CoroutineType, FrameType, FunctionType, GeneratorType, ModuleType
from typing import Any

from whoruns.events import Details, Kind
from whoruns.recorder.asyncio_loop import (
    DEADLINES,
    HELPERS,
    OF_LOOP,
    READY,
    SCHEDULED,
    AsyncioLoop,
    Known,
    owner_of,
    whole,
)
from whoruns.recorder.found import Found, FoundLanes, FoundRun, FoundValues, FoundWorld, short
from whoruns.recorder.looking import attributes, by_code, function_of, is_a
from whoruns.recorder.places import Places
from whoruns.recorder.tracing import GENERATOR
from whoruns.recorder.values import called
from whoruns.recorder.witness import Queues
from whoruns.recorder.world import Nobody

__tracebackhide__ = True  # pytest shows the frames of the test that hangs, not these


def files() -> Iterator[str]:
    """Yield the files of asyncio as its code names them: in a reader's page, they are in an archive, and compiled."""
    for module in [module for name, module in sys.modules.items() if name.startswith("asyncio.")]:
        known = list(vars(module).values())
        known += [each for kind in known if isinstance(kind, type) for each in vars(kind).values()]
        for each in known:
            if isinstance(each, FunctionType) and each.__module__ == module.__name__:
                yield each.__code__.co_filename


ASYNCIO = frozenset(files())
"""Its files."""
HERE = os.path.dirname(__file__) + os.sep
"""Where the recorder's files are, which are none of a program."""
UNNAMED = re.compile(r"Task-\d+|None")  # 3.13 calls those None that a factory makes
CONNECTING = ("streams.py", "streams.pyc", "base_events.py", "base_events.pyc", "unix_events.py", "unix_events.pyc")
PRIMITIVES = (asyncio.Lock, asyncio.Semaphore, asyncio.Event, asyncio.Condition, asyncio.Queue)
ANSWERS = (asyncio.Barrier, asyncio.Condition)
"""Their answers are others than those of the futures behind them."""
LOCKS = (asyncio.Lock, asyncio.Semaphore, asyncio.Condition)
MEMBERS = ("_tasks", "_owner_task")
"""Attributes that hold the tasks for which one waits: of groups, and of AnyIO's locks."""
MOST_PARTS = 100
"""In so many items a lock is looked for, to say how the program calls it."""
CANCELLING = frozenset({"cancel", "_abort", "uncancel"})
"""Code that names one of these may ask tasks to end."""
SHARED = CO_GENERATOR | CO_ASYNC_GENERATOR
"""Flags of code that several tasks may resume."""


class Libraries:
    """All files but the program's, and the recorder's: the acts of their coroutines are heard, and none is told."""

    def __init__(self, files: Container[str]) -> None:
        self._files = files
        self._known: dict[object, bool] = {}

    def __contains__(self, name: object) -> bool:
        if name not in self._known:
            self._known[name] = name not in self._files and not str(name).startswith(HERE)
        return self._known[name]


class AsyncioLanes(FoundLanes):
    """A task has the lane of its coroutine, or, if that is a library's, one for itself."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.known: dict[int, Known] = {}  # by id of a task
        self._refs: list[weakref.ref[Any]] | None = None
        self.is_gone: Callable[[Known], None] = lambda known: None
        self.is_met: Callable[[], None] = lambda: None
        self.is_renamed: Callable[[int, str, str], None] = lambda lane, name, new: None
        self._by_name: dict[str, int] = {}
        self._inside: dict[int, tuple[int, dict[int, int]]] = {}
        """By id of a generator's frame: the lane that has resumed it last, and by lanes that have the generator's."""

    def of_value(self, value: object) -> int | None:
        """Return the lane that a value is."""
        if not is_a(value, asyncio.Task):
            return super().of_value(value)
        known = self.meet(value)
        return None if known is None else known.lane

    def meet(self, task: Any) -> Known | None:
        """Return the facts known of a task, which may be new; nothing, if it is asyncio's own."""
        known, to_be = self.known.get(id(task)), ""
        if known is None or known.task() is not task:
            coro = coro_of(task)
            if type(coro) is CoroutineType and is_hidden(coro.cr_code):
                return None
            lane = super().of_value(coro)
            if lane is None:
                lane = self.add("task", coro.__name__ if named(coro) else name_of_generator(coro))
            elif type(coro) is CoroutineType and coro.cr_frame is not None:
                self.tell_apart(lane, coro.cr_frame)
            known = Known(weakref.ref(task, functools.partial(self._forget, id(task))), lane, "")
            self.known[id(task)], self._refs = known, None
            self.is_met()
            to_be = name_to_be(coro)
        name = to_be or asyncio.Task.get_name(task)
        if name != known.name:
            known.name = name
            if not UNNAMED.fullmatch(name) and not is_path(name, coro_of(task)):
                before = self.all[known.lane]["name"]
                self.rename(known.lane, name)
                self.is_renamed(known.lane, before, self.all[known.lane]["name"])
        return known

    def _forget(self, number: int, ref: weakref.ref[Any]) -> None:
        known = self.known.get(number)
        if known is not None and known.task is ref:
            del self.known[number]
            self._refs = None
            self.is_gone(known)

    def refs(self) -> list[weakref.ref[Any]]:
        """Return references to all tasks that are known and live; the same list until there is another one, or less."""
        if self._refs is None:
            self._refs = [known.task for known in self.known.values()]
        return self._refs

    def of_name(self, name: str) -> int:
        """Return the lane of a timer's call, if that is no function of the program."""
        if name not in self._by_name:
            self._by_name[name] = self.add("call", short(name.strip("<>")))
        return self._by_name[name]

    def goes_on_in(self, outer: int, frame: FrameType, resumed: bool) -> None:
        """A generator runs within a lane. In each of those that share it, it has a lane of the same name."""
        if not resumed:
            self._inside[id(frame)] = outer, {}
            return
        before, lanes = self._inside.setdefault(id(frame), (outer, {}))
        lane = self._by_frame.get(id(frame))
        if before == outer or lane is None:
            return
        lanes[before] = lane
        if outer not in lanes:
            lanes[outer] = self.put(self.all[lane].copy())
            self.started.add(lanes[outer])
        self._by_frame[id(frame)], self._inside[id(frame)] = lanes[outer], (outer, lanes)

    def forget(self, frame: FrameType) -> None:
        """A generator has ended."""
        super().forget(frame)
        self._inside.pop(id(frame), None)

    def of_ending(self, frame: FrameType) -> list[int]:
        """Return the lanes that end with the frame of a generator: each that shared it."""
        return [*super().of_ending(frame), *self._inside.get(id(frame), (0, {}))[1].values()]

    def alive(self) -> set[int]:
        """Return the lanes that something may refer to that lives."""
        shared = {lane for _last, lanes in self._inside.values() for lane in lanes.values()}
        return super().alive() | shared | {*self._by_name.values(), *(known.lane for known in self.known.values())}

    def of_frame(self, frame: FrameType, new: bool = False) -> int:
        """Return the lane of a coroutine's frame; of a library's, that of its task.

        So it is with an asynchronous generator that a task resumes or closes by itself, without a coroutine.
        """
        task = current()
        alone = is_alone(frame) and task is not None and type(coro_of(task)) is not CoroutineType
        if (frame.f_code.co_filename not in self._files or alone) and task is not None:
            return self.of_value(task) or 0
        return super().of_frame(frame, new)

    def inside(self, value: object, depth: int = 0) -> int | None:
        """Return the lane that a value is or holds."""
        return self.of_value(value) if is_a(value, asyncio.Future) else super().inside(value, depth)

    def of_task(self, value: object) -> int | None:
        """Return the lane of a value that is a task, or None."""
        return self.of_value(value) if is_a(value, asyncio.Future) else super().of_task(value)


class AsyncioValues(FoundValues):
    """Writes the states of objects that tasks share: a lock's holder, a queue's items."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._holders: dict[int, list[int]] = {}  # by id of a lock or a semaphore
        self.is_held: Callable[[Any], None] = lambda lock: None

    def is_plain(self, value: object) -> bool:
        """Can a value be shown as it is?"""
        return is_a(value, PRIMITIVES) or super().is_plain(value)

    def show(self, value: object, depth: int = 0) -> str:
        """Return a short text for a value."""
        if is_a(value, PRIMITIVES):
            return f"<{' '.join([called(value), *self._state(value)])}>"
        if is_a(value, asyncio.Future) and not is_a(value, asyncio.Task):
            future: Any = value
            state = "pending" if not future.done() else "cancelled" if future.cancelled() else "done"
            return f"<{called(value).lstrip('_')} {state}>"
        return super().show(value, depth)

    def _state(self, value: Any) -> Iterator[str]:
        own = attributes(value)
        if is_a(value, asyncio.Event):
            yield "set" if own.get("_value") else "unset"
        elif is_a(value, asyncio.Queue):
            inner = list(itertools.islice(own.get("_queue", ()), 7))
            yield f"[{', '.join([self.show(each, 2) for each in inner[:6]] + ['…'] * (len(inner) > 6))}]"
        else:
            lock = own.get("_lock", value)
            if is_a(value, asyncio.Semaphore):
                yield f"{own.get('_value', '')}"
            locked = is_a(value, asyncio.Semaphore) or attributes(lock).get("_locked")
            yield from (self.lanes.all[lane]["name"] for lane in (self._holders.get(id(lock), []) if locked else ()))

    def acquired(self, lock: Any, lane: int) -> None:
        """A task has a lock, or a part of a semaphore, now."""
        if id(lock) not in self._holders:
            weakref.finalize(lock, self._holders.pop, id(lock), None).atexit = False
        holders = self._holders.setdefault(id(lock), [])
        holders[:] = [*([] if is_a(lock, asyncio.Lock) else holders), lane]
        self.is_held(lock)

    def released(self, lock: Any, lane: int) -> None:
        """A lock, or a part of a semaphore, is given back: by a holder, or for the oldest one."""
        holders = self._holders.get(id(lock), [])
        if holders:
            holders.remove(lane if lane in holders else holders[0])
            self.is_held(lock)

    def lanes_held(self) -> set[int]:
        """Return the lanes that have locks, or parts of semaphores."""
        return {lane for lanes in self._holders.values() for lane in lanes}

    def holders(self, lock: Any) -> list[int]:
        """Return the lanes that have a lock, or parts of a semaphore; of a condition, its lock."""
        return list(self._holders.get(id(lock_of(lock)), ()))


class AsyncioWorld(FoundWorld):
    """Lets a wait end when the loop's next timer is due: a selector rounds that up to milliseconds."""

    def wait(self, call: str, timeout: float | None, *more: Any, **named: Any) -> Any:
        """Wait as ever, but no longer than until the next timer."""
        loop: Any = asyncio.events._get_running_loop()
        if call in ("poll", "select") and timeout and (due := getattr(loop, "_scheduled", None)):
            timeout = min(timeout, max(0.0, due[0].when() - self.now)) or timeout
        return super().wait(call, timeout, *more, **named)


class Asyncio(Found):
    """Knows asyncio."""

    lanes: AsyncioLanes
    values: AsyncioValues
    knows_tasks = True

    def __init__(self, run: FoundRun, files: list[str], variables: Mapping[str, Any]) -> None:
        super().__init__(run, files, variables)
        self.libraries = Libraries(self.files)
        self.clock: Callable[[], float] = lambda: self.world.clock()
        self.loop = AsyncioLoop(
            self.lanes.meet, self._lane_of_call, self.lanes.of_name, self._name, lambda: self.clock(), self.world
        )
        self._helpers: dict[str, list[int]] = {}  # by name of threads and processes: their lanes
        self._threads: dict[int, int] = {}  # by id of a thread: the lane for which it works
        self.lanes.is_gone, self.lanes.is_renamed = self.loop.is_gone, self.loop.rename
        self.lanes.all[0]["name"] = run.loop
        self._request: list[str] = []
        self._about: weakref.ref[Any] | None = None  # whose place it is to wait for that
        self._named = False  # is the request the name of a task or future?
        self._whom: int | None = None
        self._lock: weakref.ref[Any] | None = None  # that it waits for
        self._lock_name = ""
        self._inner = False  # is the answer to it another one than that to the future that is awaited?
        self._hands = False
        self._above: dict[int, list[int]] = {}  # by id of an asynchronous generator's frame: lanes that wait for it
        self._cancelling: set[int] = set()  # ids of frames that stand at a line that may ask tasks to end
        self._involved: list[Any] = []  # the tasks that a request is about
        self._awaited: Details = {}
        self._new_numbers = itertools.count(1)
        self._numbers: dict[int, tuple[int, weakref.ref[Any]]] = {}  # by id of a lock or an awaited group
        self._unsaid: set[int] = set()  # those of which it is not said who has them, or is in them
        self.values.is_held, self.lanes.is_met = self._is_held, self._is_met
        self._refs: list[weakref.ref[Any]] = []  # of tasks, as they are in `_asked`
        self._asked: list[int] = []

    def make_virtual_world(self) -> AsyncioWorld:
        """Return a world whose clock jumps."""
        return AsyncioWorld(Nobody(), self.variables, self.run.typed)

    def make_lanes(self) -> AsyncioLanes:
        """Return the lanes, of which the first has its name."""
        return AsyncioLanes(self.run, self.files, self.world)

    def make_values(self) -> AsyncioValues:
        """Return the writer of values."""
        self.places = Places(self.run)  # errors are shown, as where a kernel runs
        return AsyncioValues(self.lanes, self.world, self.places)

    def _name(self, lane: int) -> str:
        return self.lanes.all[lane]["name"]

    def _lane_of_call(self, callback: Any) -> tuple[int, str] | None:
        """Return the lane of a function of the program that is to be called, and its name; or None."""
        callback = whole(callback)
        function = function_of(callback)
        if function is None or function.__code__.co_filename not in self.files:
            return None
        self.calls(function.__code__)
        lane = self.lanes.of_value(callback)
        return None if lane is None else (lane, self.values.name_of_call(lane, callback))

    # ---- what is heard of asyncio's own

    def timer_made(self, handle: Any, frame: FrameType | None) -> None:
        """A timer is made: by the program itself, or for the task that runs."""
        if not self.world.is_mine():
            return
        while frame is not None and frame.f_code.co_name in ("call_at", "call_later"):
            frame = frame.f_back
        name = ""
        callback = whole(handle._callback)
        function = function_of(callback)
        is_its_own = function is not None and function.__code__.co_filename in self.files
        if frame is not None and (is_its_own or frame.f_code.co_filename in self.files):
            this = owner_of(callback)
            whose = "" if this is None or is_a(this, ModuleType) else f"{name_of(this, frame)}."
            name = f"{whose}{called(callback)}"
        task = current()
        known = self.lanes.meet(task) if task is not None else None
        self.loop.timer_made(handle, known.lane if known else None, name)

    def taken_back(self, handle: Any) -> None:
        """A timer, or a call that is ready, is about to be taken back."""
        if self.world.is_mine():
            self.loop.taken_back(handle)

    def released(self, lock: Any) -> None:
        """A lock or a semaphore is about to be released."""
        if self.world.is_mine():
            self.values.released(lock, self._current_lane())

    # ---- what is heard of threads and processes, in real time

    def helper_began(self, place: str, name: str, is_over: Callable[[], bool]) -> int:
        """A thread, a call in one, or a process is at work; return its lane, which others of its name have had."""
        free = (lane for lane in self._helpers.setdefault(name, []) if not self.loop.helps(lane))
        lane = next(free, None)
        if lane is None:
            lane = self.lanes.add("call", short(name))
            self._helpers[name].append(lane)
        self.loop.helper_began(lane, self._name(lane), place, is_over)
        return lane

    def thread_began(self, lane: int, thread: int) -> None:
        """A thread works for a lane from now on."""
        self._threads[thread] = lane

    def lane_of_thread(self, thread: int) -> int:
        """Return the lane for which a thread works, if that is known; else that of the loop."""
        return self._threads.get(thread, 0)

    # ---- what the interpreter tells, of the program and of the coroutines that it awaits

    def enters(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on."""
        super().enters(frame, resumed)
        self._runs()
        task, code = current(), frame.f_code
        known = self.lanes.meet(task) if task is not None else None
        first = len(self.teller.running) == 1
        if first:
            self.loop.takes(known.lane if known else self._taken(frame) if task is None else None)
        if known is not None and (first or is_outermost(frame, task)):
            self.loop.goes_on(known)
        shared = code.co_flags & SHARED and code.co_filename in self.files
        if shared and (task is None or not is_outermost(frame, task)):
            self.lanes.goes_on_in(known.lane if known else [*self.teller.running, 0][1], frame, resumed)
        ours = self.is_ours(frame)
        if ours or resumed:
            self._request, self._whom, self._named, self._lock = [], None, False, None
        if code.co_filename not in self.files and may_cancel(code):
            self.loop.surprised = True

    def _taken(self, frame: FrameType) -> int | None:
        """Return the lane of a function of the program that the loop calls, if it was ready and no timer."""
        above, code = frame.f_back, frame.f_code
        if above is not None and self.is_loop(above) and not code.co_flags & GENERATOR:
            self.calls(code)
        if code not in self.run.called:
            return None
        lane = self.lanes.of_code(code, self.lanes.name_for(frame))
        timed, ready = ({item[0] for item in self.teller.queues.get(name, ())} for name in (SCHEDULED, READY))
        return None if lane in timed - ready else lane  # its timer has rung

    def entered(self) -> None:
        """It is told that it does."""
        self.loop.has_taken()

    def lanes_above(self, frame: FrameType) -> list[int]:
        """Return the lanes, the innermost first, that an error has gone past on its way to the frame that gets it."""
        lanes = self._above.get(id(frame), []) if is_alone(frame) else []
        return lanes if lanes[-1:] == [self._current_lane()] else []

    def at_line(self, frame: FrameType) -> None:
        """A line is about to run, which may ask tasks to end."""
        if frame.f_lineno in cancelling_lines(frame.f_code):
            self._cancelling.add(id(frame))
        else:
            self._cancelling.discard(id(frame))

    def suspends(self, frame: FrameType, value: Any) -> tuple[Kind, Any]:
        """A coroutine yields; one of asyncio that the program awaits names the request."""
        above = frame.f_back
        self._note_lock(frame)
        if not self.is_ours(frame):
            hands = unwrapped(value) is not value  # to who awaits the generator, and asks for nothing
            if above is not None and not self._request and not hands and self.is_ours(above):
                self._request = self._asks(frame, above)
            self.loop.surprised |= may_cancel(frame.f_code)
            return "yield", value
        self._wish(frame, value)
        inner = unwrapped(value)
        self._hands = inner is not value
        if not frame.f_code.co_flags & CO_ASYNC_GENERATOR:
            return "yield", inner
        if not is_alone(frame):
            self._above[id(frame)] = [self.lanes.of_frame(outer) for outer in self.teller.outer(frame)]
        elif inner is not value and current() is not None:  # with what anext() gives, its task is over
            return "return", inner
        return "yield", inner

    def suspended(self, frame: FrameType) -> None:
        """It is told that it does."""
        above, task = frame.f_back, current()
        self._cancelling.discard(id(frame))
        if above is None or not above.f_code.co_flags & GENERATOR:
            # who goes on now may be a task in which this one has begun
            self._request, self._whom, self._named, self._lock = [], None, False, None
            if task is not None and (known := self.lanes.meet(task)) is not None:
                self.loop.yielded(known)

    def passed(self, frame: FrameType, outer: FrameType, value: object) -> None:
        """A library's coroutine yields, to which an error has come past the one that awaits it."""
        self._note_lock(frame)
        if not self._request:
            while frame.f_back is not None and frame.f_back is not outer:
                frame = frame.f_back
            self._request = self._asks(frame, outer)
        self._wish(outer, value)

    def _note_lock(self, frame: FrameType) -> None:
        """Note which lock is waited for, also where somebody else awaits that, as ``wait_for()`` does."""
        if frame.f_code.co_name == "acquire" and frame.f_code.co_filename in ASYNCIO:
            self._lock = ref_to(frame.f_locals["self"])

    def leaves(
        self, frame: FrameType, value: object, error: BaseException | None
    ) -> tuple[object, BaseException | None]:
        """A frame ends; with ``acquire()`` of asyncio, its task has the lock."""
        code, task = frame.f_code, current()
        if code.co_filename in ASYNCIO:
            if code.co_name == "acquire":
                self._lock = None
                if value is True:
                    self.values.acquired(frame.f_locals["self"], self._current_lane())
            self.loop.surprised |= may_cancel(code)
        if task is not None and isinstance(error, GeneratorExit) and is_alone(frame):
            return None, None  # with what aclose() gives, its task is over
        if task is not None and error is None and is_outermost(frame, task) and held_by_c(task, "_must_cancel"):
            return value, asyncio.CancelledError()
        return value, error

    def passes(self, frame: FrameType) -> None:
        """A library's coroutine begins, goes on or stops, which is not told."""
        self._note_lock(frame)
        self.loop.surprised |= may_cancel(frame.f_code)

    def forgets(self, frame: FrameType) -> None:
        """A frame has ended; another one may have its id."""
        super().forgets(frame)
        self._cancelling.discard(id(frame))
        self._above.pop(id(frame), None)

    def is_loop(self, frame: FrameType) -> bool:
        """Say whether a frame is of a loop, which calls functions."""
        code = frame.f_code
        return (code.co_name == "_run" and code.co_filename in ASYNCIO) or super().is_loop(frame)

    def about(self, kind: Kind, frame: FrameType | None) -> Details:
        """If a task starts within another one, say so; and for whom tasks wait, if that has changed."""
        task = current() if kind == "start" and len(self.teller.running) > 2 else None
        eager = task is not None and frame is not None and is_outermost(frame, task)
        return {**({"eager": True} if eager else {}), **(self._holders() if self._unsaid else {})}

    def is_ours(self, frame: FrameType) -> bool:
        """Say whether a frame is the program's, or the outermost of a task whose coroutine is a library's."""
        if frame.f_code.co_filename in self.files:
            return True
        task = current()
        return task is not None and not is_hidden(frame.f_code) and is_outermost(frame, task)

    def has_lane(self, frame: FrameType) -> bool:
        """Say whether a frame has one."""
        return frame.f_code.co_filename not in self.files or super().has_lane(frame)

    # ---- what a task asks for, and what it gets

    def _asks(self, frame: FrameType, above: FrameType) -> list[str]:
        """Return the name of a coroutine of asyncio, as the program calls it, and its arguments."""
        here, code = frame.f_locals, frame.f_code
        this, name = here.get("self"), code.co_name
        self._about, self._involved = None, []
        if (lock := self._lock and self._lock()) is not None:
            self._lock_name = name_of(this if is_a(this, LOCKS) else lock, above).removesuffix("._lock")
        self._inner = code.co_filename not in ASYNCIO or is_a(this, ANSWERS)
        if is_a(this, asyncio.AbstractEventLoop):
            name = f"loop.{name}"
        elif name == "_wait_for_one":
            todo: Any = here.get("todo") if this is None else attributes(this).get("_todo")
            self._involved = list(todo or ())
            return ["as_completed", *filter(None, [self._arg(todo or ())])]
        elif this is not None:
            method = "acquire" if name == "__aenter__" and is_a(this, LOCKS) else name
            name = f"{name_of(this, above)}.{method}"
            self._about = ref_to(this)
        connects = code.co_filename.endswith(CONNECTING)  # to a port, which is another in each run
        args = [here.get(arg) for arg in code.co_varnames[: code.co_argcount] if arg != "self" and not connects]
        self._involved = [task for arg in args for task in tasks_in(arg)]
        return [name, *(self._arg(arg) for arg in args if self.values.is_plain(arg) and arg is not None)]

    def _arg(self, value: object) -> str:
        if type(value) in (set, frozenset, list, tuple):
            inner: Any = value
            texts = list(map(self._arg, inner))
            return ", ".join(sorted(texts) if type(value) in (set, frozenset) else texts)
        if called(value) == "_GatheringFuture":
            gathering: Any = value
            return f"gather({', '.join(map(self._arg, gathering._children))})"
        lane = self.lanes.of_task(value)
        if lane is not None:
            return self.lanes.all[lane]["name"]
        return self.values.show(float(f"{value:.12g}") if type(value) is float else value)

    def _wish(self, frame: FrameType, value: object) -> None:
        """Understand a task's request; the innermost of its coroutines says it."""
        task = current()
        if task is None or not (value is None or is_a(value, asyncio.Future)):
            return
        lane = self.lanes.of_task(value)
        if not self._request and frame.f_code.co_filename in ASYNCIO:
            self._request = self._asks(frame, frame)
        if not self._request and value is not None:
            self._request, self._named = self._future(value, frame)
            self._inner = False
            self._about = ref_to(value) if self._named else None
            self._involved = dependencies(value)
        if not self._request:
            return
        self._whom = lane
        known = self.lanes.meet(task)
        if known is None:
            return
        name, *args = self._request
        place = f"{name}({', '.join(args)})" if args else name
        known.doomed, known.about, known.is_answered = False, self._about, not self._inner
        known.place = place if place not in OF_LOOP else f"{place}()"
        known.awaits = weakref.ref(value) if value is not None else None
        self._awaited = self._waits_for(value)

    def _waits_for(self, value: object) -> Details:
        """Return the lanes of tasks that are awaited, and the number of a lock or a group that is awaited.

        The future that is awaited is `value`.
        """
        tasks = [value, *self._involved]
        owner = self._about() if self._about else None
        lanes = [lane for task in tasks if (lane := self.lanes.of_task(task)) is not None]
        told: Details = {"awaits": sorted(set(lanes))} if lanes else {}
        if (lock := self._lock and self._lock()) is not None:
            told |= {"inside": self._number(lock), "lock": self._lock_name}
        elif any(name in attributes(owner) for name in MEMBERS):
            told["inside"] = self._number(owner)
        return told

    def _number(self, owner: Any) -> int:
        """Return the number of a lock or a group."""
        number, ref = self._numbers.get(id(owner), (0, None))
        if ref is None or ref() is not owner:
            number = next(self._new_numbers)
            is_gone = functools.partial(self._owner_is_gone, id(owner), number)
            self._numbers[id(owner)] = number, weakref.ref(owner, is_gone)
            self._unsaid.add(id(owner))
        return number

    def _owner_is_gone(self, key: int, number: int, _ref: object) -> None:
        if self._numbers.get(key, (0, None))[0] == number:
            del self._numbers[key]
        self.is_gone(number)

    def _within(self, owner: Any) -> list[int]:
        """Return the lanes that have a lock, or are in a group."""
        if is_a(owner, LOCKS):
            return self.values.holders(owner)
        tasks = [task for name in MEMBERS for task in tasks_in(attributes(owner).get(name))]
        return sorted(lane for task in tasks if (lane := self.lanes.of_task(task)) is not None)

    def _holders(self) -> Details:
        """Return who has locks that were awaited, and is in such groups, where that may have changed."""
        told: dict[str, list[int]] = {}
        for key in self._unsaid:
            number, ref = self._numbers.get(key, (0, None))
            if ref is not None and (owner := ref()) is not None:
                told[str(number)] = self._within(owner)
        self._unsaid.clear()
        return {"holders": told} if told else {}

    def _is_held(self, lock: Any) -> None:
        """Somebody has taken a lock, or a part of a semaphore, or has given it back."""
        self._number(lock)
        self._unsaid.add(id(lock))

    def _is_met(self) -> None:
        """A task is new, perhaps in a group."""
        self._unsaid.update(self._numbers)

    def _future(self, future: Any, frame: FrameType) -> tuple[list[str], bool]:
        """Return how a future is called that a task awaits: like the task that it is, or after those it depends on.

        And whether that is a name, and no call.
        """
        lane = self.lanes.of_value(future)
        if lane is not None:
            return [self.lanes.all[lane]["name"]], True
        if called(future) == "_GatheringFuture":
            return ["gather", *map(self._arg, future._children)], False
        for inner in shielded(future):
            return ["shield", *map(self._arg, inner)], False
        return [name_of(future, frame)], True

    def wish(self, kind: Kind, value: Any) -> Details:
        """Return the text of the value that is given back, or of the request."""
        if kind == "yield" and self._hands:
            return {"value": self.values.show(value), "hands": True}
        if kind != "yield" or not self._request:
            return {"value": self.values.show(value)}
        told: Details = {"request": self._request, **({"future": True} if self._named else {}), **self._awaited}
        self._awaited = {}
        return told if self._whom is None else {**told, "whom": self._whom}

    def given(self, frame: FrameType) -> Details:
        """Return the answer that a task gets when it goes on, from the future it has waited for."""
        task = current()
        known = self.lanes.known.get(id(task)) if task is not None else None
        if known is None or (len(self.teller.running) > 2 and self.teller.events[-1]["ev"] != "resume"):
            return super().given(frame)
        future = known.awaits() if known.awaits else None
        told: Details = {}
        if known.doomed or (future is not None and future.cancelled()):
            told = {"value": "CancelledError()", "thrown": True}
        elif future is not None and future.done():
            error = future._exception
            result = error if error is not None else future._result
            if result is not None and (known.is_answered or error is not None):
                told = {"value": self.values.show(result)}
            if error is not None:
                told["thrown"] = True
        return told

    # ---- what has happened without an event

    def hears(self, frame: FrameType | None) -> None:
        """Tell which tasks have been asked to end, or no more, since the last event."""
        if self.world.acting or self.world.hangs:
            return
        self._runs()
        self.loop.look()
        task = current()
        known = self.lanes.meet(task) if task is not None else None
        asked = known is not None and asyncio.Task.cancelling(task) != known.asked  # by who has asked others, too
        if asked or self.loop.surprised or self._cancelling:
            self.loop.surprised = False
            self._ask_all(frame, task)

    def _runs(self) -> None:
        """Take note which loop runs: one of another kind has no such queues."""
        loop: Any = asyncio.events._get_running_loop()
        if is_a(loop, asyncio.BaseEventLoop) and self.loop.runs(loop):
            if type(loop).time is not asyncio.BaseEventLoop.time:  # a clock of its own
                here = weakref.ref(loop)
                self.now = lambda: self.world.now if (loop := here()) is None else loop.time()
                self.clock = self.now
            else:
                self.now, self.clock = lambda: self.world.now, lambda: self.world.clock()

    def _ask_all(self, frame: FrameType | None, current_task: Any) -> None:
        if self._refs is not self.lanes.refs():
            self._refs, self._asked = self.lanes.refs(), []
        else:
            tasks: Iterator[Any] = map(operator.call, self._refs)
            asked = list(map(asyncio.Task.cancelling, tasks))
            if asked == self._asked:
                return
            self._asked = asked
        for known in sorted(self.lanes.known.values(), key=lambda each: each.lane):
            if (task := known.task()) is not None:
                self._ask(known, task, frame, current_task)

    def _ask(self, known: Known, task: Any, frame: FrameType | None, current_task: Any) -> None:
        asked = asyncio.Task.cancelling(task)
        if asked == known.asked:
            return
        while known.told and asked < known.asked:
            known.told.pop()["request"] = ["interrupt"]  # taken back
            known.asked -= 1
        new, known.asked = asked - known.asked, asked
        if new > 0 and not task.done():
            stood = any(item[0] == known.lane for item in self.teller.queues.get(READY, ()))
            known.doomed = bool(task._must_cancel) or (task is current_task and stood)
            for _each in range(new):
                self.teller.add("cancels", frame, {"whom": known.lane})
                if not self.world.hangs:
                    known.told.append(self.teller.events[-1])

    def _current_lane(self) -> int:
        task = current()
        lane = self.lanes.of_value(task) if task is not None else None
        return lane or 0

    def values_now(self) -> Iterator[object]:
        """Yield the values of the variables of all tasks, and of the files that they run."""
        tasks: Iterator[Any] = map(operator.call, self.lanes.refs())
        frames = [frame for task in tasks if task is not None for frame in frames_in(coro_of(task))]
        yield from (value for frame in frames for value in frame.f_locals.values())
        spaces = {id(frame.f_globals): frame.f_globals for frame in frames if frame.f_code.co_filename in self.files}
        yield from (value for space in spaces.values() for value in space.values())

    # ---- where the tasks are

    def tidy(self) -> None:
        """Forget what a long run leaves behind."""
        super().tidy()
        self.loop.tidy()

    def lanes_named(self) -> set[int]:
        """Return the lanes that something may refer to that lives."""
        return super().lanes_named() | self.values.lanes_held() | self.loop.lanes()

    def find(self, frame: FrameType) -> None:
        """The loop has the queues."""

    def meet(self) -> None:
        """Every task in a queue has a lane already."""
        self.loop.look()

    def stands(self, held: Container[int] = ()) -> Queues:
        """Return the ready tasks, the timers, and the waits."""
        if len(self.teller.running) > 1:
            self.loop.has_taken()
        return self.loop.stands()

    def timers(self) -> Details:
        """Return which timers have been set, have rung, and count no more, since this was asked last."""
        return self.loop.timers()

    def awaited(self) -> list[str]:
        """Return the names of the places that are called like the thing awaited."""
        return [name for name in self.loop.places if name not in OF_LOOP]

    def states(self) -> dict[str, Any]:
        """Return for each place the state of a task in it; a deadline gives none."""
        helpers = [name for name in HELPERS if name in self.loop.places]
        return {READY: "ready", SCHEDULED: "sleep", DEADLINES: "", **dict.fromkeys([*helpers, *self.awaited()], "read")}


def lock_of(owner: Any) -> Any:
    """Return the lock of a condition; a lock, or a semaphore, is one itself."""
    return attributes(owner).get("_lock", owner)


def current() -> Any:
    """Return the task that runs, or None."""
    loop = asyncio.events._get_running_loop()
    return None if loop is None else asyncio.current_task(loop)


def tasks_in(value: Any) -> list[Any]:
    """Return the tasks that a value is, or holds."""
    if is_a(value, asyncio.Task):
        return [value]
    return [each for each in value if is_a(each, asyncio.Task)] if is_a(value, (set, frozenset, list, tuple)) else []


def dependencies(future: Any) -> list[Any]:
    """Return the tasks with which a future that is awaited will be done: those of ``gather()`` and ``shield()``."""
    if called(future) == "_GatheringFuture":
        children: list[Any] = future._children
        return [task for each in children for task in tasks_in(each) or dependencies(each)]
    return [task for each in shielded(future) for task in tasks_in(each)]


def shielded(future: Any) -> Iterator[Any]:
    """Yield the future that ``shield()`` keeps from being cancelled with this one."""
    for callback, _context in future._callbacks or ():
        if callback.__class__ is FunctionType and callback.__qualname__.startswith("shield."):
            inner = (contents(cell) for cell in callback.__closure__ or ())
            yield [each for each in inner if is_a(each, asyncio.Future)]


def coro_of(task: Any) -> Any:
    """Return the coroutine of a task, or None: 3.12.1 crashes when an eager task that has ended is asked for it."""
    return task._coro


def frames_in(coro: Any) -> Iterator[FrameType]:
    """Yield the frames of a coroutine that is suspended, and of those that it awaits, the outermost first."""
    while type(coro) is CoroutineType and coro.cr_frame is not None:
        yield coro.cr_frame
        coro = coro.cr_await


def name_to_be(coro: Any) -> str:
    """Return the name that a task with this coroutine will get: one that starts eagerly has none before it stops."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "create_task" and frame.f_code.co_filename in ASYNCIO:
            here = frame.f_locals
            if here.get("coro") is coro and type(name := here.get("name")) is str:
                return name
        frame = frame.f_back
    return ""


def is_path(name: str, coro: Any) -> bool:
    """Say whether a task is called like its function, with its module, as AnyIO does: it has no name of its own."""
    return named(coro) and name.endswith(f".{coro.__qualname__}")


def is_outermost(frame: FrameType, task: Any) -> bool:
    """Say whether a frame is that of the coroutine of a task, or of the generator that a task resumes by itself."""
    coro = coro_of(task)
    return coro.cr_frame is frame if type(coro) is CoroutineType else is_alone(frame)


def held_by_c(task: Any, name: str) -> bool:
    """Return a flag of a task."""
    return bool(vars(asyncio.Task)[name].__get__(task)) if name in vars(asyncio.Task) else False


@by_code
def may_cancel(code: CodeType) -> bool:
    """Say whether code names a function that asks tasks to end."""
    timers = code.co_filename in ASYNCIO and code.co_name in ("sleep", "_wait")  # which are all that they take back
    return not timers and not CANCELLING.isdisjoint(code.co_names)


@by_code
def cancelling_lines(code: CodeType) -> frozenset[int]:
    """Return the lines of code that name a function that asks tasks to end."""
    found: set[int] = set()
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name[0] == "<":
            found |= cancelling_lines(constant)
    if may_cancel(code) or "cancel" in code.co_consts:
        line = code.co_firstlineno
        for each in dis.get_instructions(code):
            line = each.positions.lineno or line if each.positions else line
            if isinstance(each.argval, str) and each.argval in CANCELLING:
                found.add(line)
    return frozenset(found)


def named(coro: Any) -> bool:
    """Say whether a task runs something that has a name."""
    return is_a(coro, (CoroutineType, GeneratorType))


def ref_to(value: object) -> weakref.ref[Any] | None:
    """Return a reference that keeps an object not alive; None if it can have none."""
    try:
        return weakref.ref(value)
    except TypeError:
        return None


def name_of(value: object, frame: FrameType) -> str:
    """Return how the program calls an object: a variable, an attribute of ``self``; else like its class.

    What is no future, as a lock, may be a part of one of these.
    """
    this = frame.f_locals.get("self")
    known: list[Mapping[str, object]] = [frame.f_locals, attributes(this), frame.f_globals]
    if frame.f_code.co_filename not in ASYNCIO:
        found = (name for here in known for name, each in here.items() if each is value and name != "self")
        owners = [] if is_a(value, asyncio.Future) else known[:2]
        inner = (f"{name}{part}" for here in owners for name, each in here.items() for part in parts(each, value))
        if name := next(itertools.chain(found, ["self"] * (this is value), inner), ""):
            return name
    return called(value).lstrip("_").lower()


def parts(owner: object, value: object) -> Iterator[str]:
    """Yield how a value is called as a part of another one, its attribute or item: .desk, ['north'], [0]."""
    if type(owner) in (dict, list, tuple):
        inner: Any = owner
        items = inner.items() if type(owner) is dict else enumerate(inner)
        for key, each in itertools.islice(items, MOST_PARTS):
            if each is value and type(key) in (str, int):
                yield f"[{key!r}]"
    else:
        yield from (f".{name}" for name, each in attributes(owner).items() if each is value)


@by_code
def is_hidden(code: CodeType) -> bool:
    """Say whether a coroutine is asyncio's own: one that it makes by itself, to accept connections, or at its end."""
    return code.co_filename in ASYNCIO and code.co_name.startswith(("_", "shutdown_"))


def is_alone(frame: FrameType) -> bool:
    """Say whether a frame is of an asynchronous generator, and none of a coroutine is above it.

    A task may close it by itself; and an error that is thrown in comes to it at once, past those that wait for it.
    """
    above = frame.f_back
    return bool(frame.f_code.co_flags & CO_ASYNC_GENERATOR) and not (above and above.f_code.co_flags & GENERATOR)


def name_of_generator(awaited: object) -> str:
    """Return the name of the asynchronous generator that anext(), aclose() and the like are about."""
    return next((each.__name__ for each in gc.get_referents(awaited) if isinstance(each, AsyncGeneratorType)), "task")


def contents(cell: Any) -> object:
    """Return the content of a cell of a closure, or None."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def unwrapped(value: object) -> object:
    """Return the value that an asynchronous generator yields, without the interpreter's wrapper."""
    if called(value) != "async_generator_wrapped_value":
        return value
    return next(iter(gc.get_referents(value)), None)
