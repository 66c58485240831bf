"""A second witness: runs a program on asyncio under a clock of its own, and looks at asyncio's objects at each line.

It shares no code with the recorder, so that where both agree, it is so. The methods differ, too:

1. The recorder hears of coroutines when they begin, yield and end, and keeps books. The witness keeps hardly any: at
   each line it asks the tasks (``_fut_waiter``, ``cancelling()``), their coroutines (``cr_await``), the loop
   (``_scheduled``, ``_ready``) and the objects of the program (``locked()``, ``_value``, ``_queue``).
2. Its loop's clock jumps by itself. Timers that are due at the same time ring in the order in which they were set, as
   they do by a clock that goes on.
3. The holder of a lock is known from ``acquire()`` and ``release()``, which are replaced while it looks.
"""
from __future__ import annotations

import asyncio
import contextlib
import dis
import functools
import gc
import heapq
import io
import itertools
import logging
import selectors
import sys
import time
import types
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import AsyncGeneratorType, CoroutineType, FrameType, GeneratorType
from typing import Any

ASYNCIO = asyncio.__file__.rpartition("__init__")[0]
PLAIN = (type(None), bool, int, float, str, bytes)
HOLDABLE = (asyncio.Lock, asyncio.Semaphore)
LOOP = -1
"""Stands for the loop where the number of a task is expected."""
LONGEST = 1_500
"""Lines after which a program is taken for one without end."""


class Hang(BaseException):
    """Nothing can happen any more."""


@dataclass(frozen=True)
class Place:
    """Where a task waits: in a function of asyncio or in a future, and how the program may call that."""

    what: str
    names: frozenset[str] = frozenset()
    """Of an object of the program; empty if the awaited one has no name there, or needs none."""
    tasks: tuple[int, ...] = ()
    """The tasks that are waited for, if it is known."""
    about: int = 0
    """The id of the object whose method is awaited, or of the future; 0 if it is none of the program's."""


@dataclass(frozen=True)
class Value:
    """A value whose text depends on how tasks are called."""

    kind: str
    texts: tuple[str, ...] = ()
    tasks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Line:
    """The state when a line is about to run."""

    number: int
    stack: tuple[int, ...]
    """The lines at which the functions of the program stand that have called one another, the innermost first."""
    who: int
    """The task, or LOOP."""
    time: float
    printed: int
    states: Mapping[int, str]
    """Of each task that is or was: run, calls, ready, sleep, waits, done; lost if it is no more, and has not ended."""
    places: Mapping[int, Place]
    """Of those that wait, and not within a file that is not followed."""
    ready: tuple[object, ...]
    """The next to go on, in this order: tasks, and names of functions of the program."""
    timers: tuple[tuple[float, object], ...]
    """Of those that are set: when each is due, and the task or the name of the function that it is about.

    A name is in brackets if it is none of a function that is written in the program by ``def``."""
    cancels: tuple[tuple[int, int], ...]
    """The asking task and the one that is to end, of each request, from the beginning on."""
    variables: Mapping[str, Value]
    """Of the frame, and ``self.x`` of its object, so far as they are told."""
    names: frozenset[str]
    """All of them."""


@dataclass
class Sight:
    """The observations of the witness."""

    lines: list[Line] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    """The names of the tasks, by number."""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """Of each, the function of its coroutine, and the text that it was given first: ("order", "tea")."""
    ends: dict[int, tuple[str, str]] = field(default_factory=dict)
    """How tasks have ended, as far as that was seen: ("return", "3"), ("raise", "ValueError")."""
    output: list[str] = field(default_factory=list)
    printers: list[tuple[float, int]] = field(default_factory=list)
    """When each line of it was printed, and by which task."""
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When the process has waited, and how long."""
    said: list[str] = field(default_factory=list)
    """Messages of Python and asyncio themselves, the first word each."""
    error: str = ""
    ending: str = ""
    """"hangs", "too long", or nothing."""


class Ordered(set[Any]):
    """A set that keeps its order, as sets of tasks do not."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._order: dict[Any, None] = {}
        super().__init__()
        self.update(items)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._order))

    def add(self, item: Any) -> None:
        """Add an item."""
        super().add(item)
        self._order[item] = None

    def discard(self, item: Any) -> None:
        """Remove an item, if it is there."""
        super().discard(item)
        self._order.pop(item, None)

    def remove(self, item: Any) -> None:
        """Remove an item."""
        super().remove(item)
        self._order.pop(item)

    def update(self, *several: Iterable[Any]) -> None:
        """Add items."""
        for item in itertools.chain(*several):
            self.add(item)

    def copy(self) -> Ordered:
        """Return another one with the same items."""
        return Ordered(self)


class OrderedWeakSet(weakref.WeakSet[Any]):
    """The same, of objects that are not kept."""

    def __init__(self, data: Iterable[Any] | None = None) -> None:
        super().__init__()
        self.data: Any = Ordered()
        for item in data or ():
            self.add(item)


def registered() -> Any:
    """Return asyncio's own set of the tasks that were not started eagerly."""
    tasks: Any = asyncio.tasks
    return tasks._scheduled_tasks if sys.version_info >= (3, 12) else tasks._all_tasks


@contextmanager
def orderly() -> Iterator[None]:
    """Let asyncio's sets of tasks have an order, or addresses would decide which task a TaskGroup cancels first."""
    # gather() and the like keep lists; these keep sets
    modules: list[Any] = [asyncio.taskgroups, asyncio.tasks]
    known, base, tasks = registered(), asyncio.base_events, asyncio.tasks
    all_tasks, data, weak = tasks.all_tasks, known.data, weakref

    def in_order(loop: Any = None) -> Any:
        here = all_tasks(loop)
        return Ordered(sorted(here, key=list(known).index) if here <= set(known) else here)

    known.data = Ordered(data)
    for module in modules:
        module.set = Ordered
    base.weakref = types.SimpleNamespace(**{**vars(weakref), "WeakSet": OrderedWeakSet})  # type: ignore[attr-defined]
    tasks.all_tasks = in_order
    try:
        yield
    finally:
        tasks.all_tasks, base.weakref = all_tasks, weak  # type: ignore[attr-defined]
        for module in modules:
            del module.set
        known.data = set(known.data)


class Timer(asyncio.TimerHandle):
    """Of two timers that are due at the same time, the one comes first that was set first."""

    __slots__ = ("number",)
    number: int

    def __lt__(self, other: Any) -> bool:
        mine, others = round(self.when(), 9), round(other.when(), 9)
        return (mine, self.number) < (others, other.number)


class Jumping(selectors.SelectSelector):
    """Does not wait."""

    jump: Callable[[], None]

    def select(self, timeout: float | None = None) -> Any:
        """Return the ready sockets of the program; if there are none, let the clock jump to the next timer."""
        if found := super().select(0):
            return found
        if timeout is None:
            raise Hang
        if timeout > 0:
            self.jump()
        return []


class Virtual(asyncio.SelectorEventLoop):
    """A loop whose clock jumps."""

    _scheduled: list[Any]
    _ready: Any

    def __init__(self) -> None:
        self._now = 0.0
        self._numbers = itertools.count()
        selector = Jumping()
        super().__init__(selector)
        selector.jump = self._jump
        self._clock_resolution = 1e-9

    def _jump(self) -> None:
        self._now = max(self._now, self._scheduled[0].when())

    def time(self) -> float:
        """Return the time."""
        return self._now

    def blocked(self, seconds: float) -> None:
        """Let the clock go on while a task does not give control back."""
        self._now += seconds

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        """Set a timer."""
        self._check_closed()  # type: ignore[attr-defined]
        timer = Timer(when, callback, args, self, context)
        timer.number = next(self._numbers)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer


class Paper(io.StringIO):
    """The output of the program."""

    lines = 0
    over = False
    printed: Callable[[], None]

    def write(self, text: str) -> int:
        """Take a text."""
        if self.over:
            return len(text)
        for _line in range(text.count("\n")):
            self.lines += 1
            self.printed()
        return super().write(text)


class Witness:
    """Looks at one run."""

    def __init__(self, source: str, name: str) -> None:
        self.name = name
        self.seen = Sight()
        self.paper = Paper()
        self.over = False
        self._source = source.splitlines()
        self._code = compile(source, name, "exec", dont_inherit=True)
        self._numbers: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._asked: dict[int, int] = {}
        self._cancels: list[tuple[int, int]] = []
        self._last: dict[int, int] = {}  # by id of a living frame: its line
        self._holders: weakref.WeakKeyDictionary[Any, list[int]] = weakref.WeakKeyDictionary()
        self._failed: Exception | None = None
        self._loop: Callable[[], Any] = lambda: None
        self.paper.printed = lambda: self.seen.printers.append((self._time(), self._current()))

    def look(self) -> Sight:
        """Run the program; this returns in any case."""
        module = types.ModuleType("__main__")
        module.__file__ = self.name
        with self._alone(module), orderly(), self._holding():
            trace, profile = sys.gettrace(), sys.getprofile()
            try:
                sys.setprofile(self._profile)
                sys.settrace(self._trace)
                exec(self._code, module.__dict__)
            except Hang:
                pass
            except BaseException as error:
                self.seen.error = self.seen.error or type(error).__name__
            finally:
                sys.settrace(trace)
                sys.setprofile(profile)
                self.over = self.paper.over = True
        if self._failed is not None:
            raise self._failed
        self.seen.output = self.paper.getvalue().splitlines()
        if self.seen.ending:
            self.seen.error = ""
        return self.seen

    # ---- the surroundings

    @contextmanager
    def _alone(self, module: types.ModuleType) -> Iterator[None]:
        """Give the program a loop of ours; hear its logs; let no object be collected at a time of chance."""
        log, events, warn = logging.getLogger("asyncio"), asyncio.events, "_warn_unawaited_coroutine"
        kept = (log.handlers, log.propagate, events.new_event_loop, getattr(warnings, warn), sys.unraisablehook)
        main, running = sys.modules["__main__"], events._get_running_loop()
        handler = logging.Handler(logging.WARNING)
        handler.emit = lambda record: self._say(record.getMessage().split("\n")[0])  # type: ignore[method-assign]
        log.handlers, log.propagate = [handler], False
        events.new_event_loop = self._new_loop
        setattr(warnings, warn, lambda coroutine: self._say(f"RuntimeWarning: {coroutine.__qualname__}"))
        sys.unraisablehook = lambda told: self._say(f"Exception ignored: {type(told.exc_value).__name__}")
        slept = time.sleep, time.monotonic
        time.sleep, time.monotonic = self._sleep, lambda: 0.0 if (loop := self._loop()) is None else loop.time()
        sys.modules["__main__"] = module
        events._set_running_loop(None)
        gc.collect()
        gc.disable()
        try:
            with contextlib.redirect_stdout(self.paper), contextlib.redirect_stderr(io.StringIO()):
                yield
                module.__dict__.clear()
                gc.collect()
        finally:
            gc.enable()
            time.sleep, time.monotonic = slept
            events._set_running_loop(running)
            sys.modules["__main__"] = main
            log.handlers, log.propagate, events.new_event_loop, kept_warn, sys.unraisablehook = kept
            setattr(warnings, warn, kept_warn)

    def _sleep(self, seconds: Any) -> None:
        """Block: the clock goes on, and nothing runs."""
        loop = self._loop()
        if loop is not None and not self.over:
            self.seen.waits.append((round(loop.time(), 4), round(seconds, 4)))
            loop.blocked(seconds)

    def _new_loop(self) -> Virtual:
        loop = Virtual()
        self._loop = weakref.ref(loop)
        selector: Any = loop._selector  # type: ignore[attr-defined]
        real = selector.select

        def select(timeout: float | None = None) -> Any:
            try:
                before, found = loop.time(), real(timeout)
                if loop.time() > before and not self.over:
                    self.seen.waits.append((round(before, 4), round(loop.time() - before, 4)))
                return found
            except Hang:
                self._stop("hangs")
                raise

        selector.select = select
        return loop

    def _stop(self, ending: str) -> None:
        """The error that ends the run is no part of it."""
        self.seen.ending = self.seen.ending or ending
        self.over = self.paper.over = True

    def _say(self, text: str) -> None:
        if not self.over:
            self.seen.said.append(text)

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """Know the holders of locks and semaphores."""
        witness = self
        kept = [(kind, kind.acquire, kind.release) for kind in HOLDABLE]

        def replace(kind: Any) -> None:
            acquire, release = kind.acquire, kind.release

            async def acquires(this: Any) -> Any:
                result = await acquire(this)
                witness._holders.setdefault(this, []).append(witness._current())
                return result

            def releases(this: Any) -> Any:
                result = release(this)
                holders, who = witness._holders.get(this, []), witness._current()
                if holders:
                    holders.remove(who if who in holders else holders[0])
                return result

            acquires.__name__ = "acquire"
            kind.acquire, kind.release = acquires, releases

        for kind in HOLDABLE:
            replace(kind)
        try:
            yield
        finally:
            for kind, acquire, release in kept:
                kind.acquire, kind.release = acquire, release  # type: ignore[method-assign]

    # ---- what the interpreter tells

    def _profile(self, _frame: FrameType, event: str, _arg: Any) -> None:
        if event in ("c_return", "return", "c_exception") and not self.over:
            self._ask_tasks()

    def _trace(self, frame: FrameType, event: str, _arg: Any) -> Any:
        code = frame.f_code
        if code.co_filename != self.name or is_inner(code):
            return None
        if event == "call" and frame.f_lasti <= start_of(code):
            self._last.pop(id(frame), None)  # an older frame may have had its id
        if self.over or event != "line":
            return self._trace
        if self._last.get(id(frame)) != frame.f_lineno:
            self._last[id(frame)] = frame.f_lineno
            try:
                self.seen.lines.append(self._line(frame))
            except Exception as error:
                self._failed = error
                raise
            if len(self.seen.lines) > LONGEST:
                self._stop("too long")
                raise Hang
        return self._trace

    def _ask_tasks(self) -> list[Any]:
        """Take note of new tasks, of requests to end, and of ends; return all tasks."""
        loop = self._loop()
        tasks = [*registered(), *getattr(asyncio.tasks, "_eager_tasks", ())]
        for task in tasks:
            if task not in self._numbers and task.get_loop() is loop and not task.done():
                if is_hidden(task.get_coro()):
                    continue
                self._numbers[task] = len(self.seen.tasks)
                self.seen.tasks.append(task.get_name())
                self.seen.calls.append(call_of(task.get_coro()))
        for task, number in list(self._numbers.items()):
            self.seen.tasks[number] = task.get_name()  # it is given one after it was made
            asked = task.cancelling()
            for _time in range(asked - self._asked.get(number, 0)):
                self._cancels.append((self._current(), number))
            self._asked[number] = asked
            if task.done() and number not in self.seen.ends:
                error, result = task._exception, None
                if task.cancelled():
                    ended = "raise", "CancelledError"
                elif error is not None:
                    ended = "raise", type(error).__name__
                else:
                    result = task._result
                    ended = "return", repr(result) if isinstance(result, PLAIN) else "?"
                self.seen.ends[number] = ended
        return list(self._numbers)

    def _current(self) -> int:
        loop = asyncio.events._get_running_loop()
        task = asyncio.current_task(loop) if loop is not None else None
        return LOOP if task is None else self._numbers.get(task, LOOP)

    # ---- what is so

    def _line(self, frame: FrameType) -> Line:
        tasks = self._ask_tasks()
        frames = list(frames_of(frame))
        stack = {id(each) for each in frames}
        lines = [each.f_lineno for each in frames if each.f_code.co_filename == self.name and not is_inner(each.f_code)]
        states = {number: "done" if number in self.seen.ends else "lost" for number in range(len(self.seen.tasks))}
        places: dict[int, Place] = {}
        current = self._current()
        for task in tasks:
            number = self._numbers[task]
            if task.done():  # 3.12.1 crashes if it is asked for its coroutine
                states[number] = "done"
                continue
            coro, waiter = task.get_coro(), task._fut_waiter
            if number == current:
                state = "run"
            elif id(getattr(coro, "cr_frame", None)) in stack:
                state = "calls"
            elif waiter is None or waiter.done():
                state = "ready"
            else:
                chain = list(hanging(coro))
                state = "sleep" if chain and name_of_code(chain[-1]) == (True, "sleep") else "waits"
                if state == "waits" and (place := self._place(chain, waiter)) is not None:
                    places[number] = place
            states[number] = state
        return Line(
            frame.f_lineno, tuple(lines), current, self._time(), self.paper.lines, states, places,
            tuple(self._ready()), tuple(self._timers(tasks)), tuple(self._cancels), *self._variables(frame),
        )

    def _time(self) -> float:
        loop = self._loop()
        return 0.0 if loop is None else round(loop.time(), 4)

    def _place(self, chain: list[Any], waiter: Any) -> Place | None:
        """Return where a task waits: the object that the innermost coroutine of the program awaits."""
        ours = [n for n, each in enumerate(chain) if code_of(each).co_filename == self.name]
        if not ours:  # a task that is a coroutine of asyncio, or of another file
            first = chain[0] if chain else None
            return None if first is None or not name_of_code(first)[0] else Place(name_of_code(first)[1])
        inner = chain[ours[-1] + 1 :]
        frame = frame_of(chain[ours[-1]])
        if inner:
            asyncios, name = name_of_code(inner[0])
            if not asyncios and not (name == "acquire" and code_of(inner[0]).co_filename == __file__):
                return None
            inside = frame_of(inner[0])
            this = (inside.f_locals.get("self") or inside.f_locals.get("this")) if inside is not None else None
            if name == "__aenter__" and isinstance(this, (*HOLDABLE, asyncio.Condition)):
                name = "acquire"
            if this is None or isinstance(this, asyncio.AbstractEventLoop):
                return Place(name, names_of(this, frame) if this is not None else frozenset())
            return Place(name, names_of(this, frame), about=id(this))
        if isinstance(waiter, asyncio.Task):
            return Place("task", tasks=(self._numbers.get(waiter, LOOP),))
        if (children := getattr(waiter, "_children", None)) is not None:
            return Place("gather", tasks=tuple(self._numbers.get(each, LOOP) for each in children))
        if names := names_of(waiter, frame):
            return Place("future", names, about=id(waiter))
        if frame is not None and "shield(" in self._source[frame.f_lineno - 1]:
            return Place("shield")
        return Place("?", about=id(waiter))

    def _ready(self) -> Iterator[object]:
        loop = self._loop()
        for handle in () if loop is None or loop.is_closed() else loop._ready:
            if handle.cancelled() or isinstance(handle, asyncio.TimerHandle):
                continue
            this = getattr(handle._callback, "__self__", None)
            if isinstance(this, asyncio.Task):
                if this in self._numbers and getattr(handle._callback, "__name__", "") != "cancel":
                    yield self._numbers[this]
            elif (name := self._function(handle._callback))[0] != "[":
                yield name

    def _function(self, callback: Any) -> str:
        """Return the name of a function, in brackets if it is none that is written in the program by ``def``."""
        while hasattr(callback, "func"):
            callback = callback.func
        code = getattr(callback, "__code__", None)
        ours = isinstance(code, types.CodeType) and code.co_filename == self.name and not is_inner(code)
        return callback.__name__ if ours else f"[{getattr(callback, '__name__', '?')}]"

    def _timers(self, tasks: list[Any]) -> Iterator[tuple[float, object]]:
        loop = self._loop()
        if loop is None or loop.is_closed():
            return
        waiters = {id(task._fut_waiter): self._numbers[task] for task in tasks if task._fut_waiter is not None}
        due = (asyncio.TimerHandle, asyncio.Timeout)
        for handle in [*loop._scheduled, *(each for each in loop._ready if isinstance(timed(each), due))]:
            if handle.cancelled():
                continue
            callback, args = handle._callback, handle._args or ()
            this = getattr(callback, "__self__", None)
            whose: object = None
            if str(getattr(callback, "__module__", "")).startswith("asyncio."):
                whose = next((waiters[id(arg)] for arg in args if id(arg) in waiters), None)
            if whose is None and isinstance(this, asyncio.Timeout):
                whose = self._numbers.get(getattr(this, "_task", None), LOOP)
            if whose is None and isinstance(this, asyncio.Task):
                whose = self._numbers.get(this, LOOP)
            if whose is None:
                whose = self._function(callback)
            yield round(timed(handle).when(), 4), whose

    def _variables(self, frame: FrameType) -> tuple[dict[str, Value], frozenset[str]]:
        this = frame.f_locals.get("self")
        own = vars(this) if this is not None and type(this).__module__ == "__main__" else {}
        named = {**frame.f_locals, **{f"self.{name}": value for name, value in own.items()}}
        told = {name: self._value(value) for name, value in named.items() if name != "self" and name[0] != "_"}
        return {name: value for name, value in told.items() if value is not None}, frozenset(named)

    def _value(self, value: object) -> Value | None:
        """Return the text of a value, or None if it has none."""
        kind = type(value).__name__
        if isinstance(value, PLAIN):
            return Value("plain", (repr(value),))
        if isinstance(value, tuple | list | dict):
            inner = [*value, *value.values()] if isinstance(value, dict) else list(value)
            if len(inner) < 8 and all(isinstance(each, PLAIN) for each in inner):
                return Value("plain", (repr(value),))
            if len(inner) < 8 and isinstance(value, list) and all(isinstance(each, asyncio.Task) for each in inner):
                return Value("tasks", tasks=tuple(self._numbers.get(each, LOOP) for each in inner))
            return None
        if isinstance(value, asyncio.Task):
            return Value("task", tasks=(self._numbers[value],)) if value in self._numbers else None
        if isinstance(value, asyncio.Future):
            state = "pending" if not value.done() else "cancelled" if value.cancelled() else "done"
            return Value("future", (state,))
        if isinstance(value, asyncio.Event):
            return Value(kind, ("set" if value.is_set() else "unset",))
        if isinstance(value, asyncio.Queue):
            inner = list(value._queue)  # type: ignore[attr-defined]
            return Value(kind, tuple(map(repr, inner))) if all(isinstance(each, PLAIN) for each in inner) else None
        if isinstance(value, asyncio.Semaphore):
            return Value(kind, (str(value._value),), tuple(self._holders.get(value, ())))
        if isinstance(value, asyncio.Lock | asyncio.Condition):
            lock: Any = getattr(value, "_lock", value) if isinstance(value, asyncio.Condition) else value
            holders = self._holders.get(lock, [])
            assert bool(holders) == lock.locked(), "the witness has lost a holder"
            return Value(kind, (), tuple(holders))
        return None


# ---- what a task hangs in


def timed(handle: Any) -> Any:
    """Return what knows when a call is due: its handle, or a timeout that was over as it began."""
    this = getattr(handle._callback, "__self__", None)
    return handle if isinstance(handle, asyncio.TimerHandle) or not isinstance(this, asyncio.Timeout) else this


def hanging(awaited: Any) -> Iterator[Any]:
    """Yield the coroutines and generators, from the outermost, through which a task awaits something."""
    while awaited is not None:
        if isinstance(awaited, CoroutineType):
            inner = awaited.cr_await
        elif isinstance(awaited, GeneratorType):
            inner = awaited.gi_yieldfrom
        elif isinstance(awaited, AsyncGeneratorType):
            inner = awaited.ag_await
        else:  # what anext(), aclose() and the like give, and what __await__() of a coroutine gives
            kinds = (AsyncGeneratorType, CoroutineType, GeneratorType)
            wraps = type(awaited).__name__ in WRAPPERS
            awaited = next((each for each in gc.get_referents(awaited) if isinstance(each, kinds)), None) or next(
                (each for each in gc.get_referents(awaited) if type(each).__name__ in WRAPPERS), None
            ) if wraps else None
            continue
        if frame_of(awaited) is not None:
            yield awaited
        awaited = inner


WRAPPERS = ("async_generator_asend", "async_generator_athrow", "coroutine_wrapper", "anext_awaitable")


@functools.cache
def start_of(code: types.CodeType) -> int:
    """Return the offset at which a frame of a code begins to run."""
    return next(each.offset for each in dis.get_instructions(code) if each.opname == "RESUME")


def frame_of(coro: Any) -> FrameType | None:
    """Return the frame of a coroutine or a generator."""
    for name in ("cr_frame", "gi_frame", "ag_frame"):
        if hasattr(coro, name):
            frame: FrameType | None = getattr(coro, name)
            return frame
    return None


def frames_of(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame and its callers."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def is_inner(code: types.CodeType) -> bool:
    """Say whether code is part of a line: a lambda, or a comprehension."""
    return code.co_name[0] == "<" and code.co_name != "<module>"


def code_of(coro: Any) -> types.CodeType:
    """Return the code of a coroutine or a generator."""
    code: types.CodeType = next(
        getattr(coro, name) for name in ("cr_code", "gi_code", "ag_code") if hasattr(coro, name)
    )
    return code


def name_of_code(coro: Any) -> tuple[bool, str]:
    """Say whether a coroutine is asyncio's, and return its name."""
    code = code_of(coro)
    return code.co_filename.startswith(ASYNCIO), code.co_name


def call_of(coro: Any) -> tuple[str, str]:
    """Return the function of a coroutine, and the text that it was given first, or nothing."""
    if not isinstance(coro, CoroutineType):
        inner = next((each for each in gc.get_referents(coro) if isinstance(each, AsyncGeneratorType)), None)
        return getattr(inner, "__name__", "task"), ""
    frame, code = coro.cr_frame, coro.cr_code
    first = frame.f_locals.get(code.co_varnames[0]) if frame is not None and code.co_argcount else None
    return coro.__name__, first if isinstance(first, str) else ""


def is_hidden(coro: Any) -> bool:
    """Say whether a coroutine is one that asyncio makes by itself."""
    code = getattr(coro, "cr_code", None)
    return code is not None and code.co_filename.startswith(ASYNCIO) and code.co_name.startswith(("_", "shutdown_"))


def names_of(value: object, frame: FrameType | None) -> frozenset[str]:
    """Return how a frame can call an object: as a variable, an attribute of ``self``, or a part of one of these."""
    if frame is None:
        return frozenset()
    places = (frame.f_locals, getattr(frame.f_locals.get("self"), "__dict__", {}), frame.f_globals)
    found = {name for known in places for name, each in known.items() if each is value}
    for name, owner in () if found or isinstance(value, asyncio.Future) else [*places[0].items(), *places[1].items()]:
        listed = owner if isinstance(owner, list | tuple) else ()
        items = owner.items() if isinstance(owner, dict) else enumerate(listed)
        found |= {f"{name}[{key!r}]" for key, each in items if each is value}
        found |= {f"{name}.{key}" for key, each in getattr(owner, "__dict__", {}).items() if each is value}
    return frozenset(found)


def witnessed(source: str, name: str = "mine.py") -> Sight:
    """Run a program, and return the observations."""
    return Witness(source, name).look()
