"""Record a kernel: where its tasks are, what they ask it for, and what it gives them."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import FrameType
from typing import Any, Unpack

from whoruns.events import Details, Kind
from whoruns.recorder.places import Places
from whoruns.recorder.recorder import Recorder
from whoruns.recorder.run_file import RunFile
from whoruns.recorder.tracing import GENERATOR
from whoruns.recorder.values import Values
from whoruns.recorder.world import Told


class ChainRecorder(Recorder):
    """Tells of coroutines, or generators, that wait for one another.

    When an error is thrown in, the interpreter begins with the innermost one, and tells of the others only
    if they get the error. Here all of them go on at once, the outermost first, as when a value is sent in.
    """

    def __init__(self, run: RunFile, files: Sequence[str]) -> None:
        super().__init__(run, files)
        self._told_before: list[int] = []  # lanes of which it is told that they go on before they do
        self._gets_error = (0, 0)  # id of a frame, and the line where it stands

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on, and with it the whole chain of those that wait for it."""
        if not resumed:
            self._went_on(frame)
        if resumed and self._has_lane(frame):
            self._go_on(frame)
            if self._told_before[-1:] == [self.lanes.of_frame(frame)] == self._running[-1:]:
                self._told_before.pop()
                self._gets_error = id(frame), frame.f_lineno
                return
        super().enter(frame, resumed)

    def line(self, frame: FrameType) -> None:
        """A line is about to run; 3.13 tells that where an error comes to, too."""
        self._went_on(frame)
        stands, self._gets_error = self._gets_error, (0, 0)
        if stands != (id(frame), frame.f_lineno):
            super().line(frame)

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends."""
        self._went_on(frame)
        super().leave(frame, value, error)

    def suspend(self, frame: FrameType, value: object) -> None:
        """A coroutine yields, and so do those of which it was told that they go on, but that never did."""
        self._went_on(frame)
        super().suspend(frame, value)
        self._stop_outer(frame, value)

    def _go_on(self, frame: FrameType) -> None:
        """Let those who wait for a frame go on, if they do not run."""
        for outer in reversed(list(self._outer(frame))):
            lane = self.lanes.of_frame(outer)
            if lane not in self._running:
                self._running.append(lane)
                self._told_before.append(lane)
                self._add("resume", outer, self._given(frame))

    def _went_on(self, frame: FrameType | None) -> None:
        """Take note that a coroutine runs of which it was told before: an error was kept from it, and nothing tells."""
        while self._told_before and frame is not None:
            if frame.f_code.co_flags & GENERATOR and frame.f_code.co_filename in self.frames.files:
                if self._told_before[-1] == self.lanes.of_frame(frame) == self._running[-1]:
                    self._told_before.pop()
                return
            frame = frame.f_back

    def _stop_outer(self, frame: FrameType, value: object) -> None:
        """Let those who wait for a frame yield, if they never went on."""
        for outer in list(self._outer(frame)) if self._has_lane(frame) else ():
            if self._told_before[-1:] == [self._running[-1]] == [self.lanes.of_frame(outer)]:
                self._told_before.pop()
                self._hand_back(outer, "yield", value, {"passed": True})

    def _outer(self, frame: FrameType) -> Iterator[FrameType]:
        """Yield the coroutines that wait for the one of a frame, the innermost first."""
        above = frame.f_back
        while above is not None and above.f_code.co_flags & GENERATOR:
            if above.f_code.co_filename in self.frames.files and self._has_lane(above):
                yield above
            above = above.f_back


class KernelRecorder(ChainRecorder):
    """What a task yields is a request, what is sent in the answer; the queues are the places of the kernel."""

    def __init__(self, run: RunFile, files: Sequence[str]) -> None:
        super().__init__(run, files)
        self.places = Places(run)
        self.values = self.frames.values = Values(self.lanes, self.world, self.places)
        self._lines: dict[int, int] = {}  # by id of a frame: the line that was told last
        self.lanes.all[0]["name"] = run.loop or "kernel"

    def enter(self, frame: FrameType, resumed: bool) -> None:
        """A frame starts or goes on."""
        if not resumed:
            self._lines.pop(id(frame), None)
        super().enter(frame, resumed)

    def line(self, frame: FrameType) -> None:
        """A line is about to run; interpreters differ in whether they tell it again when what it called is over."""
        key, line = id(frame), frame.f_lineno
        again = self._lines.get(key) == line
        self._lines[key] = line
        if again:
            self._went_on(frame)
        else:
            super().line(frame)

    def leave(self, frame: FrameType, value: object, error: BaseException | None) -> None:
        """A frame ends; another one may have its id."""
        self._lines.pop(id(frame), None)
        super().leave(frame, value, error)

    def happens(self, kind: Kind, peer: str = "", **told: Unpack[Told]) -> None:
        """Something outside the listing; a kernel asks in each round, also when nobody waits: left out."""
        if kind != "looks" or told["ready"]:
            super().happens(kind, peer, **told)

    def _given(self, frame: FrameType) -> Details:
        """Return what a chain of coroutines is given when it goes on; None need not be told."""
        told = super()._given(frame)
        return {} if told.get("value") == "None" and "thrown" not in told else told

    def _written(self, kind: Kind, value: Any) -> Details:
        if kind != "yield" or not isinstance(value, tuple) or not isinstance(value[0], str):
            return super()._written(kind, value)
        about = [self.lanes.of_task(each) for each in map(self.places.owner_of, value[1:])]
        whom = next((lane for lane in about if lane is not None), None)
        told: Details = {"request": self.values.show_request(*value)}
        return told if whom is None else {**told, "whom": whom}

    def _boxes(self) -> Mapping[str, Any]:
        return self._queues | self.places.boxes()

    def _find_queues(self, frame: FrameType) -> None:
        super()._find_queues(frame)
        self.places.find(frame.f_locals.get("self"))
