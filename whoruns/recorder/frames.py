"""The frames of a run: their numbers, their places, and their changes."""
from __future__ import annotations

import functools
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType

from whoruns import package
from whoruns.events import Details, Outside, Spot
from whoruns.recorder.looking import attributes, has_attributes
from whoruns.recorder.places import is_place
from whoruns.recorder.run_file import INNER, RunFile
from whoruns.recorder.values import ATOMS, Values, name_of

PRESS = str(Path(__file__).parents[1])
"""Its own frames call no task that a reader could know."""


class Frames:
    """Numbers the frames of the listings in the order in which they are met. No frame is kept."""

    def __init__(
        self, run: RunFile, files: Sequence[str], values: Values, *, deepest: int = sys.maxsize,
        only_self: bool = False, apart: frozenset[str] = frozenset(),
    ) -> None:
        """`deepest` frames are told of an event, `only_self` of objects the one whose method runs.

        `apart` are variables of modules that are not told.
        """
        self.run = run
        self.files = {path: number for number, path in enumerate(files)}
        self.values = values
        self._deepest, self._only_self, self._apart = deepest, only_self, apart
        self._descriptors = frozenset(run.descriptors)
        self._elsewhere = frozenset({*run.queues, *run.places})  # what is shown beside the variables
        loops = package.LOOPS
        self._package = "".join(files[0].rpartition(f"/{loops.package}/")[:2]) or f"{loops.root}/{loops.package}/"
        self.outside: list[Outside] = []
        self._main = getattr(run.main, "__code__", None)
        self._codes: dict[int, tuple[CodeType, int | None]] = {}  # by id, which stays theirs: of which kind they are
        self._outsides: dict[int, Spot] = {}
        self._numbers: dict[int, int] = {}  # by id of a living frame
        self._newest = 0
        self._lines: dict[int, int] = {}  # by number: where the frame stood last; what no line has is done there
        self._vars: dict[int, dict[str, str]] = {}  # by number of a frame: what was told of it last
        self._atoms: dict[int, dict[str, object]] = {}  # likewise, the values that cannot change
        self._selves: set[int] = set()  # numbers of frames of which it is told whose method they are
        self._objects: dict[int, tuple[Callable[[], object], dict[str, str] | None]] = {}
        """By number of an object: how to find it while it lives, and its attributes as they were told last."""
        self._by_id: dict[int, int] = {}
        self._newest_object = 0
        self.is_gone: Callable[[int], object] = lambda number: None
        """Called with the number of an object that is no more."""

    def where(self, frame: FrameType | None) -> list[Spot]:
        """Return the places of the frames from the innermost that is followed to main(), which is not one of them."""
        found: list[tuple[FrameType, int]] = []
        known = self._codes
        while frame is not None and len(found) < self._deepest:
            code = frame.f_code
            entry = known.get(id(code))
            if entry is None:
                if code is self._main:
                    break
                entry = known[id(code)] = code, self._kind(frame)
            kind = entry[1]
            if kind is not None and (kind >= 0 or found):
                found.append((frame, kind))
            frame = frame.f_back
        return [self._spot(*each) for each in reversed(found)][::-1]

    def _kind(self, frame: FrameType) -> int | None:
        """Return the number of the file of a frame that is followed, -1 of one that is told as a caller, or None."""
        if self.is_followed(frame):
            return self.files[frame.f_code.co_filename]
        return -1 if self._is_told_of(frame) else None

    def is_followed(self, frame: FrameType) -> bool:
        """Say whether the lines of a frame are told."""
        return frame.f_code.co_filename in self.files and not self.run.is_inner(frame.f_code)

    def is_listing(self, frame: FrameType) -> bool:
        """Say whether a frame is of a listing, followed or not."""
        path = frame.f_code.co_filename
        return path in self.files or path.startswith(self._package)

    def _is_told_of(self, frame: FrameType) -> bool:
        """Say whether a frame that is not followed is a caller, and no part of a line, or of the press."""
        code = frame.f_code
        return code.co_name not in INNER and code.co_filename[0] != "<" and not code.co_filename.startswith(PRESS)

    def _spot(self, frame: FrameType, kind: int) -> Spot:
        """Return the place of a frame, with its number; or, if it is not followed, with its name and file."""
        if kind < 0:
            return self._outside_spot(frame)
        number = self._numbers.get(id(frame))
        if number is None:
            self._newest += 1
            number = self._numbers[id(frame)] = self._newest
        line = self._lines[number] = frame.f_lineno or self._lines.get(number, frame.f_code.co_firstlineno)
        return kind, line, number

    def _outside_spot(self, frame: FrameType) -> Spot:
        code = frame.f_code
        if id(code) not in self._outsides:
            path = code.co_filename
            file = path.removeprefix(self._package) if self.is_listing(frame) else Path(path).name
            caller: Outside = {"function": code.co_name, "file": file}
            if caller not in self.outside:
                self.outside.append(caller)
            self._outsides[id(code)] = -1 - self.outside.index(caller), 0, 0
        return self._outsides[id(code)]

    def changed(self, frame: FrameType) -> Details:
        """Return the plain variables, if they are not those told last, and whose method it is, if that is not told."""
        told = Details()
        if not self.is_followed(frame):
            return told
        number = self._numbers.get(id(frame), 0)
        here = frame.f_locals
        if self._apart and frame.f_code.co_name == "<module>":
            here = {name: value for name, value in here.items() if name not in self._apart}
        plain = self._plain(here, frame.f_code.co_name, number)
        if self._vars.get(number) != plain:
            self._vars[number] = told["vars"] = plain
        this = here.get("self")
        new = number and number not in self._selves and this is not None
        if new and self.run.is_known(type(this)) and has_attributes(this):
            self._selves.add(number)
            told["this"] = self._number_of(this)
        return told

    def objects(self, frame: FrameType | None) -> Details:
        """Return the plain attributes of each object that has been ``self``, if they are not those told last of it."""
        told = Details()
        if not self._objects:
            return told
        for number in self._number_here(frame) if self._only_self else [*self._objects]:
            known, before = self._objects.get(number, (None, None))
            if known is None or (this := known()) is None:
                continue
            values = dict(attributes(this))
            own = {name: value for name, value in values.items() if not self._is_place(name, value)}
            now = self._plain(own, name_of(type(this)))
            if now != before:
                self._objects[number] = known, now
                told.setdefault("objects", {})[str(number)] = now
                lanes = {name: self.values.lanes.of_task(values[name]) for name in now}
                if owners := {name: lane for name, lane in lanes.items() if lane is not None}:
                    told.setdefault("owners", {})[str(number)] = owners
        return told

    def _number_here(self, frame: FrameType | None) -> list[int]:
        """Return the number of the object whose method a frame is of, or of the innermost that is followed."""
        while frame is not None and not self.is_followed(frame):
            frame = frame.f_back
        this = None if frame is None else frame.f_locals.get("self")
        number = None if this is None else self._by_id.get(id(this))
        return [] if number is None else [number]

    def _plain(self, named: Mapping[str, object], owner: str, number: int = 0) -> dict[str, str]:
        """Return the texts of the values that can be shown as they are; the owner is a function, or a class.

        The texts of the frame with this number that cannot have changed are not written again.
        """
        found = {}
        atoms = self._atoms.setdefault(number, {}) if number else {}
        before = self._vars.get(number, {})
        for name, value in named.items():
            if name == "self":
                continue
            if name in self._descriptors or f"{owner}.{name}" in self._descriptors:
                found[name] = self.values.show_number(value)
            elif name[0] in "_@" or name in self._elsewhere:
                continue
            elif number and type(value) in ATOMS:
                same = atoms.get(name, atoms) is value and name in before
                found[name] = before[name] if same else self.values.show(value)
                atoms[name] = value
            elif self.values.is_plain(value):
                found[name] = self.values.show(value)
                atoms.pop(name, None)
        return found

    def _is_place(self, name: str, value: object) -> bool:
        """Is an attribute a place of a kernel? Its items are shown, and where each task is."""
        return bool(self.run.places) and name != "place" and (is_place(value) or isinstance(value, dict))

    def _number_of(self, this: object) -> int:
        """Return the number of an object; it is not kept."""
        found = self._by_id.get(id(this), 0)
        if not found or self._objects[found][0]() is not this:
            self._newest_object += 1
            self._by_id[id(this)] = found = self._newest_object
            self._objects[found] = weakref.ref(this, functools.partial(self._forget_object, found, id(this))), None
        return found

    def _forget_object(self, number: int, key: int, _ref: object) -> None:
        del self._objects[number]
        if self._by_id.get(key) == number:
            del self._by_id[key]
        self.is_gone(number)

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
        number = self._numbers.pop(id(frame), 0)
        self._lines.pop(number, None)
        self._vars.pop(number, None)
        self._atoms.pop(number, None)
        self._selves.discard(number)

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
