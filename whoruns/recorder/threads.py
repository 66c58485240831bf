"""Record real threads: the acts of each one, and how the system happened to weave them together."""
from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from whoruns.recorder.recorder import Recorder
from whoruns.recorder.witness import Declared


class ThreadRecorder(Recorder):
    """A lane is a thread. Another run gives another order, so a recording is one of many.

    The main thread is lane 0. When the events of one thread are followed by those of another, the
    first has been "preempted": it was taken off the core, or it waits. A thread that runs a line has
    the turn and hands it over before its next one, so that all effects of a line are told as its own;
    the main thread, which starts the others and waits for them, does not keep the turn while it does.
    """

    def __init__(self, witness: Declared, files: Sequence[str]) -> None:
        super().__init__(witness, files)
        self._turn = threading.Lock()
        self._holder = 0
        self._lane_of = {threading.get_ident(): 0}
        self._depth: dict[int, int] = {}

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A function starts; the first one of a thread starts the thread."""
        with self._in_turn():
            if not resumed:
                self.frames.forget(frame)
            lane = self._switch(frame)
            self._depth[lane] = self._depth.get(lane, 0) + 1
            if lane not in self.lanes.started:
                self.lanes.started.add(lane)
                if lane:
                    self.add("start", frame, {})
                else:
                    self.lanes.all[0]["name"] = self.lanes.all[0]["name"] or self.witness.name_loop(frame)

    def line(self, frame: FrameType) -> None:
        """A line is about to run; before it does, the system has an occasion to let another thread run."""
        with self._in_turn():
            self._switch(frame)
            super().line(frame)

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator inside a thread is no task: nothing to note."""

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A function ends; the first one of a thread ends the thread."""
        with self._in_turn():
            lane = self._switch(frame)
            self._depth[lane] -= 1
            over = lane and not self._depth[lane]
            if over:
                self.add("raise" if error else "return", frame, {"value": self.values.show(error or value)})
                del self._lane_of[threading.get_ident()]  # the next thread may have the same
                self.running[-1] = 0
            self.frames.forget(frame)
        if over:
            self._give_turn()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Let another thread run if there is one, and have the turn; only the main thread gives it back at the end."""
        self._give_turn()
        time.sleep(0)
        self._turn.acquire()
        self._holder = threading.get_ident()
        try:
            yield
        finally:
            if self._lane_of.get(self._holder) == 0:
                self._give_turn()

    def _give_turn(self) -> None:
        if self._holder == threading.get_ident():
            self._holder = 0
            self._turn.release()

    def _hand_over(self, lane: int) -> None:
        """Note that a thread, which stands somewhere, does not run any more."""
        ident = next(ident for ident, other in self._lane_of.items() if other == lane)
        frame: FrameType | None = sys._current_frames()[ident]
        while frame is not None and frame.f_code.co_filename not in self.frames.files:
            frame = frame.f_back
        self.add("preempted", frame, self.frames.changed(frame) if frame is not None else {})

    def _switch(self, frame: FrameType) -> int:
        """Note that a thread runs; return its lane."""
        ident = threading.get_ident()
        self._tell_logs(None)
        if ident not in self._lane_of:
            self._lane_of[ident] = self.lanes.add("task", self.lanes.name_for(frame))
        lane = self._lane_of[ident]
        if lane != self.running[-1]:
            if self.running[-1]:
                self._hand_over(self.running[-1])
            self.running[-1] = lane
            if lane and lane in self.lanes.started:
                self.add("resume", frame, self.frames.changed(frame))
        return lane
