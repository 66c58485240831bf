"""The oracle: a plain tracer that tells the truth at each moment of a run.

It knows nothing of recorder, story, drawing and page; it takes from them only the means to make a run: the run file,
the world with its clock and peers.

A moment is a line that is about to run, a frame that is entered or left, a printed line, or something
that the world tells: a wait, a call on a socket, an act of a peer.
"""
from __future__ import annotations

import dis
import functools
import selectors
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import whoruns
from whoruns.recorder import replacing
from whoruns.recorder.replacing import replacing_time
from whoruns.recorder.run_file import read
from whoruns.recorder.sandbox import deadline, fresh_listings, hurried_threads
from whoruns.recorder.world import Hang, Script, World
from whoruns.tests.oracle.kernels import Kernel, items, ready, timers_of, told_of
from whoruns.tests.oracle.values import Values, first_resume
from whoruns.tests.tiny import standing_on

TOOL = Path(whoruns.__file__).parent
RESUMABLE = 0x20 | 0x80 | 0x200
"""Flags of the code of generators, coroutines and asynchronous generators."""

Moment = dict[str, Any]
"""kind; stack: [file, line, function, number of the frame, can it go on?, has it a lane?, possible names]
of each frame, the innermost first; callers: [file, line, function] of each, and of those of other files; vars; this:
the number of the object whose attributes are among them; queues: {name: [[its value, words that may be said of it, is
it cancelled?], ...]}; printed: how many lines; time; thread; and of some kinds resumed, ended, raised, value, peer,
call, timeout, ready, answer, thrown."""


CLOCKS = tuple(map(attrgetter, ("now", "selector.now", "sockets.selector.now")))
"""Where a loop or a kernel keeps the time that it owns, from the ``self`` of one of its methods."""


@dataclass(frozen=True)
class House:
    """Where runs lie: the folder of a package, its name, and the folder of the run files."""

    root: Path
    package: str
    runs: Path

    def names(self) -> list[str]:
        """Return the names of all runs."""
        paths = [path.relative_to(self.runs) for path in self.runs.rglob("*.run.py")]
        return sorted(".".join(path.parts).removesuffix(".run.py") for path in paths)

    def run_file(self, name: str) -> Path:
        """Return the run file of a run."""
        return self.runs / (name.replace(".", "/") + ".run.py")

    def module(self, name: str) -> Path:
        """Return the file of a module that a run follows."""
        return self.root / self.package / (name.replace(".", "/") + ".py")

    @functools.cache  # noqa: B019 - a house is there as long as its tests
    def told(self, name: str, main: str | None = None) -> Oracle:
        """Return the oracle after a run, which it has watched, perhaps with other lines of main()."""
        with standing_on(self.package, self.root), fresh_listings(self.root):
            oracle = Oracle(self, name, main)
            oracle.watch()
        return oracle


class Oracle:
    """Watches one run. It is the tracer, the listener of the world, and sys.stdout."""

    def __init__(self, house: House, name: str, main: str | None = None) -> None:
        self.house, path = house, house.run_file(name)
        self.run = read(path, path, main)
        self.files = [str(house.module(each)) for each in self.run.files]
        self.values = Values(self.files, self.run.names, house.package)
        self.moments: list[Moment] = []
        self.printed: list[str] = []
        self._text = ""
        self._typed = iter(self.run.typed)
        self._followed: dict[tuple[str, str], bool] = {}
        self._raising: dict[int, BaseException] = {}  # by number of a frame
        self._queues: dict[str, Callable[[], Any]] = {}
        self._kernel = Kernel(dict(self.run.places), self.values, self.moments)
        self._raised: dict[int, BaseException] = {}  # by number of a frame, as long as it lives
        self._lock = threading.RLock()
        self._peers: dict[str, Any] = {}
        peers = {name: self._known(name, script) for name, script in self.run.peers.items()}
        self.world = World(self, peers, self.run.typed)
        self._clock: Callable[[], float] = lambda: self.world.now

    def watch(self) -> None:
        """Run main(), and note the moments."""
        before, sys.stdout = sys.stdout, self
        old = sys.gettrace(), threading.gettrace()
        try:
            with hurried_threads() if self.run.threads else replacing_time(self.world), deadline():
                threading.settrace(self._trace)
                sys.settrace(self._trace)
                with suppress(Hang) if self.run.hangs else nullcontext():
                    self.run.main()
                sys.settrace(None)
                self.world.finish()
        finally:
            sys.settrace(old[0])
            threading.settrace(old[1])
            sys.stdout = before

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if not self._is_followed(frame):
            return self._kernel.hear if self._kernel.is_door(frame) else None
        with self._lock:
            resumed = frame.f_lasti > first_resume(frame.f_code)
            serial = self.values.serial(frame) if resumed else self.values.begun(frame)
            self._raising.pop(serial, None)
            self._note("enter", frame, resumed=resumed)
        return self._inside

    def _inside(self, frame: FrameType, event: str, arg: Any) -> Any:
        with self._lock:
            serial = self.values.serial(frame)
            if self._kernel.is_door(frame):
                self._kernel.hear(frame, event, arg)
            if event == "line":
                self._find(frame)
                last, here = self.moments[-1], [self._place(each) for each in self._stack(frame)]
                again = [place[:4] for place in last["stack"]] == here
                if self._kernel.is_again(serial, frame.f_lineno):
                    return self._inside
                if again and last["kind"] == "enter" and serial in self._raising:
                    return self._inside  # 3.13 tells the line where a generator stands that is closed, or gets an error
                self._raising.pop(serial, None)
                if last["kind"] != "line" or not again:  # interpreters differ in how often they tell a line again
                    self._note("line", frame)
            elif event == "exception":
                self._raising[serial] = arg[1] if isinstance(arg[1], BaseException) else arg[0](arg[1])
                if not isinstance(self._raising[serial], StopIteration):
                    self._raised[serial] = self._raising[serial]
            elif event == "return":
                self._leave(frame, serial, arg)
        if self.run.threads:
            time.sleep(0)  # an occasion for another thread
        return self._inside

    def _leave(self, frame: FrameType, serial: int, value: object) -> None:
        number, argument = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
        opcode = dis.opname[number]
        bare = opcode == "RAISE_VARARGS" and not argument  # of a bare raise, no "exception" is told
        raised = self._raised if bare or opcode == "RERAISE" else self._raising
        error = raised.get(serial) if opcode not in ("RETURN_VALUE", "RETURN_CONST") else None
        last = self.moments[-1]
        again = last["kind"] == "enter" and last["stack"][0][3] == serial
        if isinstance(error, GeneratorExit) and again and not self.world.hangs:
            # closed without a line of it being run; some versions of Python tell of it, some do not
            if not self.moments.pop()["resumed"]:
                self.values.take_back(serial)
            return
        ended = error is not None or opcode not in ("YIELD_VALUE", "RESUME")
        told = self.values.tell(error or value)
        self._note("leave", frame, ended=ended, raised=error is not None, value=told)

    def happens(self, kind: str, peer: str = "", **data: Any) -> None:
        """Take note of the world's events: a wait, a call on a socket, or a peer's act."""
        if kind == "connects":
            self.values.persons[self._peers[peer].socket.getsockname()] = peer
        if "ready" in data:
            data["ready"] = ready(self.values, data["ready"])
        if "value" in data:
            data["value"] = self.values.tell(data["value"])
        frame = None if peer else sys._getframe(1)
        if kind in ("waits", "wakes", "looks"):
            data["call"] = self._said(data["call"], frame)
        self._note(kind, frame, **({"peer": peer} if peer else {}), **data)

    def _said(self, call: str, frame: FrameType | None) -> str:
        """Return which call the program has made: select(), if a selector of the standard library has called poll()."""
        while frame is not None and not self._is_own(frame.f_code.co_filename):
            if frame.f_code.co_filename == selectors.__file__:
                return "select"
            frame = frame.f_back
        return call

    def write(self, text: str) -> int:
        """Take printed text."""
        *lines, self._text = (self._text + text).split("\n")
        for line in lines:
            self.printed.append(line)
            typing = sys._getframe(1).f_code is replacing.typed.__code__
            self._note("print", sys._getframe(1), value=line, **({"typed": next(self._typed, "^D")} if typing else {}))
        return len(text)

    flush = staticmethod(lambda: None)

    def _known(self, name: str, script: Script) -> Script:
        """Return the same script of a peer, which lets us know the peer."""

        def known(peer: Any) -> Generator[float]:
            self._peers[name] = peer
            yield from script(peer)

        return known

    def _note(self, kind: str, frame: FrameType | None, **told: Any) -> None:
        if self.world.hangs:
            return
        stack = list(self._stack(frame))
        boxes = {name: items(box()) for name, box in self._queues.items()} | self._kernel.boxes()
        self.moments.append({
            "kind": kind, "stack": self._places(frame), "callers": list(self._callers(frame)),
            "vars": self._variables(stack[0]) if stack else {},
            "this": self.values.number(stack[0].f_locals["self"]) if stack and "self" in stack[0].f_locals else 0,
            "queues": told_of(self.values, boxes), "where": told_of(self.values, self._kernel.where()),
            "timers": [*self._kernel.timers(), *timers_of({name: box() for name, box in self._queues.items()})],
            "printed": len(self.printed), "time": 0 if self.run.threads else round(self._clock(), 6),
            "thread": threading.current_thread().name, **told, **self._kernel.answered(kind, told),
        })

    def _is_followed(self, frame: FrameType) -> bool:
        code = frame.f_code
        key = code.co_filename, code.co_qualname
        if key not in self._followed:
            inline = {code.co_name, code.co_qualname} & {*self.run.inline}
            self._followed[key] = code.co_filename in self.files and code.co_name[0] != "<" and not inline
        return self._followed[key]

    def _stack(self, frame: FrameType | None) -> Iterator[FrameType]:
        while frame is not None:
            if self._is_followed(frame):
                yield frame
            frame = frame.f_back

    def _callers(self, frame: FrameType | None) -> Iterator[tuple[int | str, int, str]]:
        """Yield all frames up to main(), from the first one that is followed; of the others only their names."""
        begun = False
        while frame is not None and frame.f_code is not self.run.main.__code__:
            path, name = frame.f_code.co_filename, frame.f_code.co_name
            begun = begun or self._is_followed(frame)
            if self._is_followed(frame):
                yield self.files.index(path), frame.f_lineno, name
            elif begun and name[0] != "<" and (file := self._another(path)):
                yield file, 0, name
            frame = frame.f_back

    def _places(self, frame: FrameType | None) -> list[list[Any]]:
        return [
            [
                *self._place(each), bool(each.f_code.co_flags & RESUMABLE), self._has_lane(each.f_code),
                self._called(each),
            ]
            for each in self._stack(frame)
        ]

    def _place(self, frame: FrameType) -> list[Any]:
        code = frame.f_code
        return [self.files.index(code.co_filename), frame.f_lineno, code.co_name, self.values.serial(frame)]

    def _has_lane(self, code: CodeType) -> bool:
        steps = self.run.steps
        return bool(code.co_flags & RESUMABLE or code.co_name in steps or code.co_qualname in steps)

    def _called(self, frame: FrameType) -> list[str]:
        """Return the possible names of a frame: its function, a text that it was given, or the person it serves."""
        values = [*frame.f_locals.values(), *getattr(frame.f_locals.get("self"), "__dict__", {}).values()]
        texts = {word for value in values if isinstance(value, str) for word in value.split()}
        persons = {self.values.someone(value) for value in values} - {""}
        tasks = {name for name, task in self.run.tasks.items() if any(value is task for value in values)}
        labels = self.values.labels(frame.f_code.co_name, frame.f_locals.get("self"))
        return sorted({frame.f_code.co_name, *labels, *texts, *persons, *tasks})

    def _variables(self, frame: FrameType) -> dict[str, str]:
        function, this = f"{frame.f_code.co_name}.", frame.f_locals.get("self")
        found = {name: self._variable(function, name, value) for name, value in frame.f_locals.items()}
        if self.values.is_own(type(this)):
            own = f"{type(this).__name__}."
            found |= {f"self.{name}": self._variable(own, name, value) for name, value in vars(this).items()}
        return found

    def _variable(self, own: str, name: str, value: object) -> str:
        if {name, own + name} & {*self.run.descriptors} and isinstance(value, int):
            return f"<fd {self.values.whose_number(value)}>"
        return self.values.tell(value)

    def _find(self, frame: FrameType) -> None:
        """Find the declared queues, and the clock if a loop or kernel has one of its own."""
        this = frame.f_locals.get("self")
        for name in self.run.queues:
            if name in frame.f_locals:
                self._queues[name] = lambda box=frame.f_locals[name]: box  # type: ignore[misc]
            elif hasattr(this, name):
                self._queues[name] = lambda owner=this, name=name: getattr(owner, name)  # type: ignore[misc]
        self._kernel.find(this)
        for clock in CLOCKS:
            with suppress(AttributeError):
                if isinstance(clock(this), int | float):
                    self._clock = lambda clock=clock: clock(this)  # type: ignore[misc]

    def _is_own(self, path: str) -> bool:
        return Path(path).is_relative_to(self.house.root / self.house.package)

    def _another(self, path: str) -> str:
        """Return the name of a file that is not followed: nothing if it records, of the package its path."""
        if self._is_own(path):
            return str(Path(path).relative_to(self.house.root / self.house.package))
        records = any(Path(path).is_relative_to(folder) for folder in (TOOL, TOOL.parent / "press"))
        return "" if records else Path(path).name
