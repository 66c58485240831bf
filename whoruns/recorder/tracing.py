"""The interpreter's events in certain files, told to a watcher.

Python 3.12 and newer say it themselves (``sys.monitoring``, PEP 669). Python 3.11 has
``sys.settrace`` only, which says "call" and "return"; there the opcode tells a start from a
resumption and a yield from a return. (On 3.13.0 ``settrace`` takes a yield for an error, so it is
used on 3.11 alone.)
"""
from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Container
from types import CodeType, FrameType
from typing import Any, Protocol

GENERATOR = 0x20 | 0x80 | 0x200
"""Flags of the code of generators, coroutines and asynchronous generators."""
PLAIN = 0x20
"""The flag of generators."""
AWAITED = 0x80 | 0x100 | 0x200
"""Flags of code that a task may await: no generator, unless it is made a coroutine."""
HEAP_TYPE = 1 << 9
"""Flag of the classes that a program has written."""


def passes_on(frame: FrameType) -> bool:
    """Say whether a generator that yields does so at a yield from or an await, and not at a yield."""
    code, at, resume = frame.f_code.co_code, frame.f_lasti, dis.opmap["RESUME"]
    at += 0 if code[at] == resume else 2  # 3.13 is one instruction further
    return code[at] == resume and code[at + 1] & 3 > 1


def like(error: BaseException, depth: int = 0) -> BaseException:
    """Return an error that is written as this one is, but has come through no frames: those it would keep alive."""

    def apart(arg: Any) -> Any:
        if depth < 3 and type(arg) in (list, tuple):  # a group has errors
            return type(arg)(like(each, depth + 1) if isinstance(each, BaseException) else each for each in arg)
        return like(arg, depth + 1) if depth < 3 and isinstance(arg, BaseException) else arg

    kind = type(error)
    native: Any = next(each for each in kind.__mro__ if not each.__flags__ & HEAP_TYPE)
    in_group = [Exception() if issubclass(kind, Exception) else BaseException()]
    copy = native.__new__(kind, *["", in_group] * issubclass(kind, BaseExceptionGroup))
    args = vars(BaseException)["args"]
    args.__set__(copy, tuple(map(apart, args.__get__(error))))
    if issubclass(kind, OSError):
        vars(OSError)["errno"].__set__(copy, vars(OSError)["errno"].__get__(error))
    return copy  # type: ignore[no-any-return]


Deaf = Callable[[FrameType, bool], bool]
"""Says whether events of a frame need not be told; or only whether its lines need not be."""


class Watcher(Protocol):
    """The object that is told. A frame must not be kept: that would change how long things live."""

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame begins to run, for the first time or again."""

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator or coroutine yields a value."""

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends, with a value or an error."""


def never(frame: FrameType, line: bool) -> bool:
    """Let all be told."""
    return False


def watch(
    run: Callable[[], object], files: Container[str], watcher: Watcher, quiet: Container[str] = (),
    everywhere: bool = True, deaf: Deaf = never,
) -> None:
    """Call `run` and tell the watcher the events in the files, in all threads that start meanwhile.

    Of `quiet` files, the events of generators and coroutines are told, and no lines. If not
    `everywhere`, only those of this thread are told. `deaf` says of a frame whether its events need not be told for
    now, or its lines, and the watcher calls `listen()` when they are to be told again; generators that matter to
    nobody are not told at all then.
    """
    if sys.version_info >= (3, 12):
        _monitor(run, files, watcher, quiet, everywhere, deaf)
    else:
        _trace(run, files, watcher, quiet, everywhere, deaf)


def listen() -> None:
    """Let be told again what is told no more."""
    if sys.version_info >= (3, 12):
        sys.monitoring.restart_events()


def _is_told(code: CodeType, files: Container[str], quiet: Container[str], hurries: bool) -> bool:
    """Say whether code is told; where that `hurries`, no generators within a line, and none that nobody awaits."""
    name, flags = code.co_filename, code.co_flags
    if name in files:
        return not (hurries and flags & GENERATOR == PLAIN and code.co_name == "<genexpr>")
    awaited = not hurries or flags & AWAITED or code.co_name == "__await__"
    return bool(flags & GENERATOR and awaited and name in quiet)


def _monitor(
    run: Callable[[], object], files: Container[str], watcher: Watcher, quiet: Container[str], everywhere: bool,
    deaf: Deaf,
) -> None:
    monitoring = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
    events = monitoring.events
    frame_of, mine, hurries = sys._getframe, threading.get_ident(), deaf is not never

    def only(
        tell: Callable[..., None], may_disable: bool = True, also: Container[str] = quiet, line: bool = False
    ) -> Callable[..., Any]:
        def callback(code: CodeType, *args: Any) -> Any:
            if _is_told(code, files, also, hurries):
                if not everywhere and threading.get_ident() != mine:
                    return None
                frame = frame_of(1)
                if not deaf(frame, line):
                    return tell(frame, *args)
            return monitoring.DISABLE if may_disable else None

        return callback

    callbacks = {
        events.PY_START: only(lambda frame, _offset: watcher.enter(frame, False)),
        events.PY_RESUME: only(lambda frame, _offset: watcher.enter(frame, True)),
        events.PY_THROW: only(lambda frame, _offset, _error: watcher.enter(frame, True), may_disable=False),
        events.LINE: only(lambda frame, _line: watcher.line(frame), also=(), line=True),
        events.PY_YIELD: only(lambda frame, _offset, value: watcher.suspend(frame, value)),
        events.PY_RETURN: only(lambda frame, _offset, value: watcher.leave(frame, value, None)),
        events.PY_UNWIND: only(lambda frame, _offset, error: watcher.leave(frame, None, error), may_disable=False),
    }
    tool = monitoring.DEBUGGER_ID
    monitoring.use_tool_id(tool, "recorder")
    try:
        for event, callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)
        monitoring.set_events(tool, sum(callbacks))
        run()
    finally:
        monitoring.set_events(tool, 0)
        for event in callbacks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)
        monitoring.restart_events()


def unwatch() -> None:
    """Tell nothing any more."""
    if sys.version_info >= (3, 12):
        sys.monitoring.set_events(sys.monitoring.DEBUGGER_ID, 0)
    else:
        sys.settrace(None)


def _trace(
    run: Callable[[], object], files: Container[str], watcher: Watcher, quiet: Container[str], everywhere: bool,
    deaf: Deaf,
) -> None:
    names = ("YIELD_VALUE", "RESUME", "RETURN_VALUE", "RERAISE", "RAISE_VARARGS")
    yield_value, resume, return_value, reraise, raise_ = (dis.opmap[name] for name in names)
    over = dis.opmap["SEND"], dis.opmap["FOR_ITER"]  # where a StopIteration is the end of something
    errors: dict[int, BaseException] = {}  # what is like an error, by id of the frame that it has come to
    caught: dict[int, BaseException] = {}  # likewise, but for the end of an iterator
    raised: dict[int, dict[int, BaseException]] = {}  # likewise, by the instruction that it has come from
    flying: set[int] = set()  # frames whose error is not caught

    def inside(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            flying.discard(id(frame))
            if deaf(frame, True):
                frame.f_trace_lines = False
            elif frame.f_code.co_filename in files:
                watcher.line(frame)
        elif event == "exception":
            if issubclass(arg[0], StopIteration) and frame.f_code.co_code[frame.f_lasti] in over:
                return inside
            errors[id(frame)] = like(arg[1]) if isinstance(arg[1], BaseException) else arg[0](arg[1])
            raised.setdefault(id(frame), {})[frame.f_lasti] = errors[id(frame)]
            # a loop that has ended raises these too, and what is awaited
            if not issubclass(arg[0], StopIteration | StopAsyncIteration):
                flying.add(id(frame))
                caught[id(frame)] = errors[id(frame)]
        elif event == "return":
            opcode, argument = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
            if opcode == yield_value and id(frame) not in flying and frame.f_code.co_flags & GENERATOR:
                watcher.suspend(frame, arg)
                return inside
            if opcode == return_value:
                watcher.leave(frame, arg, None)
            else:  # a bare raise gives no "exception" event; a `with` ends at the instruction that has raised
                bare = opcode == reraise or (opcode == raise_ and not argument)
                here = raised.get(id(frame), {}).get(frame.f_lasti)
                known = here or (caught if bare else errors).get(id(frame))
                watcher.leave(frame, None, known or errors.get(id(frame)) or Exception())
            for kept in (errors, caught, raised):
                kept.pop(id(frame), None)
            flying.discard(id(frame))
        return inside

    def entered(frame: FrameType, _event: str, _arg: object) -> Any:
        if not _is_told(frame.f_code, files, quiet, deaf is not never) or deaf(frame, False):
            return None
        frame.f_trace_lines = True
        at, code = max(frame.f_lasti, 0), frame.f_code.co_code
        # RESUME 0 starts a function; 1, 2 and 3 go on after yield, yield from and await
        try:
            watcher.enter(frame, code[at] != resume or code[at + 1] & 3 > 0)
        except RecursionError:
            sys.setprofile(trace_again)
            raise
        return inside

    def trace_again(frame: FrameType, _event: str, _arg: object) -> None:
        """Go on after an error that the watcher has raised: it ends the frame, and this tracing, too."""
        sys.setprofile(None)
        sys.settrace(entered)
        watcher.leave(frame, None, RecursionError())

    before, before_in_threads = sys.gettrace(), threading.gettrace()
    if everywhere:
        threading.settrace(entered)
    sys.settrace(entered)
    try:
        run()
    finally:
        sys.settrace(before)
        threading.settrace(before_in_threads)
