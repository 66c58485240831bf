"""The recorder of a program without declaration: it ends the program when it has seen enough, and says how.

Or it lets it go on, and keeps the last events: ``Ring``.
"""
from __future__ import annotations

import dis
import gc
import sys
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import Any, Literal, NoReturn, Unpack

from whoruns.earlier import Earlier, references, renumbered
from whoruns.events import BEGINS, File, Kind, RecordingFile
from whoruns.recorder.found import Found
from whoruns.recorder.frames import Frames
from whoruns.recorder.news import ROUNDS, News
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.tracing import GENERATOR
from whoruns.recorder.world import Hang, Told, TooLong

MOST_EVENTS = 30_000 if sys.platform == "emscripten" else 50_000
MOST_LINES = 3_000_000
MOST_ASKED = 3_000_000
"""So many events are kept, so many lines are run, and so often are items of a queue looked at: a few seconds of a
program without end."""
KEPT = 15_000
"""So many events are kept of a run of which the last ones are, and up to two thirds more."""
MOST_AFTERWARDS = 1000
"""So many lines of output are kept of a program that is ended from outside, and goes on nevertheless."""
GARBAGE = 10_000
"""So many new objects are worth looking whether they are of use: while nothing is told, as their end is heard."""
DEEPEST = 40
"""So many frames are told of an event."""
LONGEST = 1000
"""Characters of a printed line that are kept."""


CALLS = [number for name, number in dis.opmap.items() if name.startswith("CALL")]
"""The instructions that call a function."""


class Enough(TooLong, KeyboardInterrupt):
    """A program has done more than is recorded; asyncio lets a KeyboardInterrupt through."""


class Again(Hang):
    """The program waits again and again, and nothing new is seen: it may go on in the same way for ever."""


class LimitedRecorder(Recorder):
    """Records any program."""

    witness: Found
    kept_whole = True
    """Whether all events are kept, and the program is ended for that."""

    def __init__(self, witness: Found, files: list[str], apart: frozenset[str] = frozenset()) -> None:
        super().__init__(witness, files)
        self.frames = Frames(self.run, files, self.values, deepest=DEEPEST, only_self=True, apart=apart)
        self.limited: Literal["", "too long", "again"] = ""
        """Whether too much has happened, or nothing new."""
        self._news = News(files, witness.values_now) if witness.knows_tasks and self.kept_whole else None
        self.afterwards: list[str] = []
        """The lines that are no events any more: what ``finally`` prints when the run is ended from outside, and those
        that come late."""
        self.late = False
        """The interpreter would end now, and with it all objects: they may say something."""
        self.aloud: Callable[[str], object] = lambda text: None
        """Shows what Python or asyncio writes to who has started the program."""
        self.check_depth: Callable[[], None] = lambda: None
        """Raises RecursionError where the program has called too deep."""
        self._lines_run = 0
        self._newest = 0  # id of the frame that has begun or gone on last

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on; one that lies too deep ends at once."""
        if not self.is_inner(frame, resumed):
            super().enter(frame, resumed)
            self._newest = id(frame)
        if not resumed:
            self.check_depth()

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator or coroutine yields a value."""
        if not (self.is_within(frame) and self.is_within(frame.f_back)):
            super().suspend(frame, value)

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        if frame.f_code.co_name == "acquire" or not self.is_within(frame):  # that of a lock is of interest
            super().leave(frame, value, error)

    def is_inner(self, frame: FrameType, resumed: bool) -> bool:
        """Say whether a library's coroutine begins, or goes on with the one that awaits it, which is told already.

        Of a web framework a dozen are piled up, and each one is told by the interpreter.
        """
        if not self.is_within(frame) or (resumed and id(frame.f_back) != self._newest):
            return False
        self._newest = id(frame)
        return True

    def is_within(self, frame: FrameType | None) -> bool:
        """Say whether a frame is a library's coroutine that another one awaits: it has no lane."""
        if frame is None or len(self.running) == 1 or frame.f_code.co_filename in self.frames.files:
            return False
        above = frame.f_back
        if above is None or not above.f_code.co_flags & GENERATOR or self._told_before:
            return False
        if above.f_code.co_code[above.f_lasti] in CALLS:  # nobody awaits a task that begins at once
            return False
        self.witness.passes(frame)
        return True

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        self._lines_run += 1
        if self._lines_run > MOST_LINES:
            self.stop()
        super().line(frame)

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Something outside the program: a wait, a call on a socket, or a peer's act."""
        super().happens(kind, peer, **told)
        waits = kind in ("waits", "looks") and self._news and not (self.over or self.world.hangs)
        if waits and self._news and self._news.lacks(self.events) and not self.world.expects():
            self.limited, self.world.hangs = "again", True
            raise Again(f"it has waited {ROUNDS} times, and nothing new was seen")

    def _count(self) -> None:
        """End the program when too much has happened."""
        if len(self.events) >= MOST_EVENTS or self.witness.asked > MOST_ASKED:
            self.stop()

    def finish(self) -> None:
        """The program has ended; let the persons do the rest."""
        self.world.finish()

    def stop(self) -> NoReturn:
        """End the program; the error that ends it is no part of the run."""
        self.limited, self.world.hangs = "too long", True
        raise Enough

    def say(self, line: str, whole: str = "") -> None:
        """Take a line that Python or asyncio writes, not the program; `whole`: all that it writes, if that is more."""
        if not self.world.hangs and (self.late or not self.over):
            self.write(f"{line}\n")
            self.aloud(whole or line)

    def forgotten(self, coroutine: Any) -> None:
        """A coroutine is thrown away that was never awaited; no weak reference to it may be made any more."""
        frame = coroutine.cr_frame
        if frame.f_code.co_filename in self.frames.files:
            self.add("dropped", sys._getframe(1), {}, self.lanes.of_frame(frame))
            self.lanes.forget(frame)  # another one may have its id
        self.say(f"RuntimeWarning: coroutine '{coroutine.__qualname__}' was never awaited")

    def write(self, text: str) -> int:
        """Take printed text; of a line without end, only the beginning."""
        short = "\n".join(line[:LONGEST] for line in text.split("\n"))
        if self.late or (self.world.hangs and not self.over):
            *lines, self._text = (self._text + short).split("\n")
            self.afterwards += lines[: MOST_AFTERWARDS - len(self.afterwards)]
        else:
            super().write(short)
        self._text = self._text[:LONGEST]
        return len(text)


class Ring(LimitedRecorder):
    """Records a program that need not end: the last events, and what those before have come down to."""

    kept_whole = False

    def __init__(self, witness: Found, files: list[str], apart: frozenset[str] = frozenset()) -> None:
        super().__init__(witness, files, apart)
        self.earlier = Earlier(witness.states, kernel=witness.places is not None)
        self._gone: deque[tuple[int, Callable[[int], None], int]] = deque()
        """How many events there were when something was no more, and what is to be done then with its number."""
        self.frames.is_gone = partial(self._is_gone, self.earlier.forget_object)
        witness.is_gone = partial(self._is_gone, self.earlier.forget_owner)
        self._lets_go = self._has_let_go = False
        self._later: list[Callable[[], object]] = []

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        Recorder.line(self, frame)

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends, and its lane with it."""
        lanes = self.lanes.of_ending(frame)
        super().leave(frame, value, error)
        for lane in lanes:
            self._is_gone(self.earlier.forget, lane)

    def recording(self, name: str, entry: str, files: Sequence[File], declared: str) -> RecordingFile:
        """Return the recording of the end of the run; what is recorded afterwards does not change it."""
        found = super().recording(name, entry, files, declared)
        needed = references(self.events) | self.earlier.lanes()
        stand = self.earlier.events({lane: name for lane, name in self.lanes.all.items() if lane in needed})
        events = [*stand, *self.events]
        lanes = sorted(references(events) | {0})
        named = {queue: None for event in events for queue in event.get("queues", ()) if queue}
        named |= {timer["queue"]: None for event in events for timer in event.get("sets", ())}
        forgotten = [queue for queue in named if queue not in found["queues"]]  # nobody stands there any more
        found["queues"] |= dict.fromkeys(forgotten, "read")
        if "awaited" in found:
            found["awaited"] = [*found["awaited"], *forgotten]
        found["lanes"] = [self.lanes.all[lane].copy() for lane in lanes]
        found["events"] = renumbered(events, lanes)
        found["earlier"] = {"events": self.earlier.count, "stands": len(stand)}
        return found

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Something outside the program: a wait, a call on a socket, or a peer's act."""
        if kind == "waits":
            self.collect()
        super().happens(kind, peer, **told)

    def collect(self) -> None:
        """Let go what the program has no use for, now and then: all, if events have been let go since."""
        if gc.get_count()[0] > GARBAGE:
            gc.collect(2 if self._has_let_go else 1)
            self._has_let_go = False

    def calmly(self, work: Callable[[], object]) -> None:
        """Do some work with the recording, now or when events are not being let go: a signal may come at any time."""
        if self._lets_go:
            self._later.append(work)
        else:
            work()

    def _is_gone(self, forget: Callable[[int], None], number: int) -> None:
        self._gone.append((self.earlier.count + len(self.events), forget, number))

    def _count(self) -> None:
        """Let the oldest events go."""
        if len(self.events) >= KEPT * 5 // 3:
            self._lets_go = True
            self._let_go()
            self._lets_go, self._has_let_go = False, True
            while self._later:
                self._later.pop()()

    def _let_go(self) -> None:
        """Take in the oldest events, up to where the loop gives control to a lane, or, if it does not, to a line."""
        earlier, events = self.earlier, self.events
        number = 0
        for number, event in enumerate(events):
            gives = earlier.stack == [0] and event["ev"] in BEGINS
            thirds = 4 if gives else 3 if earlier.stack != [0] and event["ev"] == "line" else 2
            if len(events) - number <= KEPT * thirds // 3 and not earlier.asleep:
                break
            earlier.take(event)
            self._forget_until(earlier.count)
        del events[:number]
        alive = references(events) | earlier.lanes() | {*self.running, *self.witness.lanes_named()}
        earlier.prune(alive)
        self.lanes.keep(alive)
        self.values.keep()
        self.witness.tidy()

    def _forget_until(self, count: int) -> None:
        """Forget what was no more when there had been so many events."""
        while self._gone and self._gone[0][0] <= count:
            _count, forget, number = self._gone.popleft()
            forget(number)
