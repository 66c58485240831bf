"""The recorder of a program without declaration: it ends the program when it has seen enough, and says how."""
from __future__ import annotations

import sys
from types import FrameType
from typing import Any, Literal, NoReturn

from whoruns.recorder.found import Found
from whoruns.recorder.frames import Frames
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.world import TooLong

MOST_EVENTS = 30_000 if sys.platform == "emscripten" else 50_000
MOST_LINES = 3_000_000
MOST_ASKED = 3_000_000
"""So many events are kept, so many lines are run, and so often are items of a queue looked at: a few seconds of a
program without end."""
DEEPEST = 40
"""So many frames are told of an event."""
LONGEST = 1000
"""Characters of a printed line that are kept."""


class Enough(TooLong, KeyboardInterrupt):
    """A program has done more than is recorded; asyncio lets a KeyboardInterrupt through."""


class LimitedRecorder(Recorder):
    """Records any program."""

    witness: Found

    def __init__(self, witness: Found, files: list[str], apart: frozenset[str] = frozenset()) -> None:
        super().__init__(witness, files)
        self.frames = Frames(self.run, files, self.values, deepest=DEEPEST, only_self=True, apart=apart)
        self.limited: Literal["", "too long"] = ""
        """Whether too much has happened."""
        self._lines_run = 0

    def line(self, frame: FrameType) -> None:
        """A line is about to run."""
        self._lines_run += 1
        if self._lines_run > MOST_LINES:
            self.stop()
        super().line(frame)

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

    def say(self, line: str) -> None:
        """Take a line that Python or asyncio writes, not the program."""
        self.write(f"{line}\n")

    def forgotten(self, coroutine: Any) -> None:
        """A coroutine is thrown away that was never awaited; no weak reference to it may be made any more."""
        frame = coroutine.cr_frame
        if frame.f_code.co_filename in self.frames.files:
            self.add("dropped", sys._getframe(1), {}, self.lanes.of_frame(frame))
            self.lanes.forget(frame)  # another one may have its id
        self.say(f"RuntimeWarning: coroutine '{coroutine.__qualname__}' was never awaited")

    def write(self, text: str) -> int:
        """Take printed text; of a line without end, only the beginning."""
        super().write("\n".join(line[:LONGEST] for line in text.split("\n")))
        self._text = self._text[:LONGEST]
        return len(text)
