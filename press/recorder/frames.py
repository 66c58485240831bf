"""The frames of a run: their numbers, where they stand, and what has changed in them."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from press.catalogue import PACKAGE
from press.events import Details, Outside, Spot
from press.recorder.places import is_place
from press.recorder.run_file import INNER, RunFile
from press.recorder.values import Values

PRESS = str(Path(__file__).parents[1])
"""Its own frames call nobody whom a reader could know."""


class Frames:
    """Numbers the frames of the listings in the order in which they are met. No frame is kept."""

    def __init__(self, run: RunFile, files: Sequence[str], values: Values) -> None:
        self.run = run
        self.files = {path: number for number, path in enumerate(files)}
        self.values = values
        self.outside: list[Outside] = []
        self._numbers: dict[int, int] = {}  # by id of a living frame
        self._newest = 0
        self._vars: dict[int, dict[str, str]] = {}  # by number of a frame: what was shown of it last

    def where(self, frame: FrameType | None) -> list[Spot]:
        """Return the places of the frames from the innermost that is followed to main(), which is not one of them."""
        found: list[FrameType] = []
        while frame is not None and frame.f_code is not getattr(self.run.main, "__code__", None):
            if self.is_followed(frame) or (found and self._is_told_of(frame)):
                found.append(frame)
            frame = frame.f_back
        return [self._spot(each) for each in reversed(found)][::-1]

    def is_followed(self, frame: FrameType) -> bool:
        """Say whether the lines of a frame are told."""
        return frame.f_code.co_filename in self.files and not self.run.is_inner(frame.f_code)

    def _is_told_of(self, frame: FrameType) -> bool:
        """Say whether a frame that is not followed is a caller, and no part of a line, or of the press."""
        code = frame.f_code
        return code.co_name not in INNER and code.co_filename[0] != "<" and not code.co_filename.startswith(PRESS)

    def _spot(self, frame: FrameType) -> Spot:
        """Return the place of a frame, with its number; or, if it is not followed, with its name and file."""
        if self.is_followed(frame):
            if id(frame) not in self._numbers:
                self._newest += 1
                self._numbers[id(frame)] = self._newest
            return self.files[frame.f_code.co_filename], frame.f_lineno, self._numbers[id(frame)]
        _before, package, listing = frame.f_code.co_filename.rpartition(f"/{PACKAGE}/")
        caller: Outside = {"function": frame.f_code.co_name, "file": listing if package else Path(listing).name}
        if caller not in self.outside:
            self.outside.append(caller)
        return -1 - self.outside.index(caller), 0, 0

    def changed(self, frame: FrameType) -> Details:
        """Return the plain variables and the attributes of ``self``, if they are not those shown last."""
        this = frame.f_locals.get("self")
        named = dict(frame.f_locals)
        if type(this).__module__.startswith(PACKAGE):
            named |= {f"self.{name}": value for name, value in vars(this).items()}
        plain, hidden = {}, ("self", *self.run.queues, *self.run.places)
        for name, value in named.items():
            bare = name.removeprefix("self.")
            if bare in self.run.descriptors or f"{frame.f_code.co_name}.{bare}" in self.run.descriptors:
                plain[name] = self.values.show_number(value)
            elif self.run.places and name != bare != "place" and (is_place(value) or isinstance(value, dict)):
                continue  # what is in a place is shown, and where each task is
            elif bare[0] != "_" and bare not in hidden and self.values.is_plain(value):
                plain[name] = self.values.show(value)
        number = self._numbers.get(id(frame), 0)
        if self._vars.get(number) == plain:
            return {}
        self._vars[number] = plain
        return {"vars": plain}

    def held(self, frame: FrameType | None) -> set[int]:
        """Return the numbers of descriptors that variables of these frames hold."""
        found: set[int] = set()
        while frame is not None:
            if frame.f_code.co_filename in self.files:
                named = (name.rpartition(".") for name in self.run.descriptors)
                here = [name for function, _, name in named if function in ("", frame.f_code.co_name)]
                values = (frame.f_locals.get(name) for name in here)
                found |= {value for value in values if isinstance(value, int)}
            frame = frame.f_back
        return found

    def forget(self, frame: FrameType) -> None:
        """A frame is no more, or another had its id."""
        self._vars.pop(self._numbers.pop(id(frame), 0), None)

    def drop(self, frame: FrameType) -> None:
        """Forget a frame of which nothing will be told, and its number if it was the last one."""
        if self._numbers.get(id(frame)) == self._newest:
            self._newest -= 1
        self.forget(frame)


def together(frame: FrameType, other: FrameType) -> bool:
    """Say whether two frames are of one object's methods, or of functions in one file."""
    same_file = frame.f_code.co_filename == other.f_code.co_filename
    same_object = frame.f_locals.get("self", frame) is other.f_locals.get("self", other)
    return other.f_code.co_name not in INNER and (same_file or same_object)
