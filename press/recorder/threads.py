"""Record real threads: what each one does, and how the system happened to weave them together."""
from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from types import FrameType

from press.recorder.recorder import Recorder
from press.recorder.run_file import RunFile


class ThreadRecorder(Recorder):
    """A lane is a thread. Another run gives another order, so a recording is one of many.

    The main thread is lane 0. When the events of one thread are followed by those of another, the
    first has been "preempted": it was taken off the core, or it waits.
    """

    def __init__(self, run: RunFile, files: Sequence[str]) -> None:
        super().__init__(run, files)
        self._lock = threading.RLock()
        self._lane_of = {threading.get_ident(): 0}
        self._depth: dict[int, int] = {}
        self._stood: dict[str, object] = {}  # where the thread that runs was last seen

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A function starts; the first one of a thread starts the thread."""
        with self._lock:
            if not resumed:
                self.forget(frame)
            lane = self._switch(frame)
            self._depth[lane] = self._depth.get(lane, 0) + 1
            if lane not in self.lanes.started:
                self.lanes.started.add(lane)
                if lane:
                    self._add("start", frame)
                else:
                    self._name_loop(frame)

    def line(self, frame: FrameType) -> None:
        """A line is about to run; before it does, the system has an occasion to let another thread run."""
        with self._lock:
            self._switch(frame)
            super().line(frame)
            self._stood = {"at": self._where(frame)}
        time.sleep(0)

    def suspend(self, frame: FrameType, value: object) -> None:
        """A generator inside a thread is no task: nothing to note."""

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A function ends; the first one of a thread ends the thread."""
        with self._lock:
            lane = self._switch(frame)
            self._depth[lane] -= 1
            if lane and not self._depth[lane]:
                self._add("raise" if error else "return", frame, data={"value": self.lanes.show(error or value)})
                del self._lane_of[threading.get_ident()]  # the next thread may have the same
                self._running[-1] = 0
            self.forget(frame)

    def _switch(self, frame: FrameType) -> int:
        """Note that a thread runs; return its lane."""
        ident = threading.get_ident()
        if ident not in self._lane_of:
            self._lane_of[ident] = self.lanes.add("task", self.lanes.name_for(frame))
        lane = self._lane_of[ident]
        if lane != self._running[-1]:
            if self._running[-1]:
                self._add("preempted", None, data=self._stood)
            self._running[-1] = lane
            if lane and lane in self.lanes.started:
                self._add("resume", frame, data=self._changed(frame))
        return lane
