"""The course of things: their holders and waiters, from when to when.

Drawn from running ``listings/waiting/philosophers.course.py``. It has ``files``, the listings of which it is, ``end``,
the seconds that are drawn, and an ``async def main(tell)``, which runs on a clock that jumps. ``tell(row, who, kind)``:
from now on `who` has the thing of the row, waits for it, or, if the kind is "", does so no more; a thing that "lies"
has no holder yet. With ``parts``, there is a drawing of ``main(tell, part)`` for each, one below the other.

Where seconds say nothing, ``main()`` is a plain function without an ``end``, and ``tell.moment("send()")`` begins the
moment of this name; after ``tell.over()`` all calls are ignored.
"""
from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.catalogue import BookError, Listing
from press.figures.kept import CAST
from whoruns.drawing.svg import SANS, TIP, WIDTH, canvas, finish, put, wide
from whoruns.story.grid import Cell, Table
from whoruns.story.sentences import seconds

KINDS = ("has", "lies", "waits")
HIGH, GAP = 20, 8
"""Heights of a block, and between two rows."""


@dataclass(frozen=True)
class Stretch:
    """`who` holds the thing of a row, or waits for it, for some time."""

    row: str
    who: str
    kind: str
    begin: float
    end: float
    """Infinite, if it hasn't ended when the drawing does."""


@dataclass(frozen=True)
class Part:
    """The rows and moments of one run."""

    name: str
    rows: list[list[list[Stretch]]]
    """For each row the tracks, on each of which one thing is so at a time."""
    moments: dict[float, str]
    """When a stretch begins or ends, and the label there."""

    def stretches(self) -> Iterator[Stretch]:
        """Yield all of them, row by row."""
        yield from (each for row in self.rows for track in row for each in track)


class Tell:
    """Called by a file while it runs; keeps the stretches."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.clock: Callable[[], float] = lambda: len(self.named) - 1
        self.named = [""]
        """The moments that have names."""
        self.rows: dict[str, None] = {}
        """In the order in which they were told of."""
        self._over = False
        self._found: list[Stretch] = []
        self._now: dict[tuple[str, str], tuple[str, float]] = {}

    def __call__(self, row: object, who: str, kind: str) -> None:
        """Begin a stretch of this kind now, or none if it is ""."""
        if kind not in ("", *KINDS):
            raise ValueError(f"no kind {kind!r}: there are {', '.join(KINDS)}")
        time, key = self.clock(), (str(row), who)
        self._over |= time > self.end
        if self._over:
            return
        self.rows[key[0]] = None
        before, begin = self._now.pop(key, ("", time))
        if begin < time:
            self._found.append(Stretch(*key, before, begin, time))
        if kind:
            self._now[key] = kind, time

    def moment(self, name: str) -> None:
        """Begin a moment."""
        self.named += [name] * (not self._over)

    def over(self) -> None:
        """End the drawing here."""
        self._over = True

    def part(self, name: str) -> Part:
        """Return the rows so far; a stretch without end goes on."""
        going = [Stretch(*key, kind, begin, inf) for key, (kind, begin) in self._now.items() if begin < self.end]
        found = [*self._found, *going]
        times = {0.0, *(time for each in found for time in (each.begin, each.end) if time < inf)}
        moments = {time: seconds(time) for time in times}
        if len(self.named) > 1:
            moments = {float(number): name for number, name in enumerate(self.named)}
        rows = [tracks(each for each in found if each.row == row) for row in self.rows]
        return Part(name, rows, moments)


class Course:
    """The parts that a file told while it ran."""

    def __init__(self, name: str, root: Path) -> None:
        # they let a file run, and put nothing on a page: a change in them makes none anew (rebuilding.APART)
        from whoruns.recorder.run_file import RunError, execute, raised_at
        from whoruns.recorder.sandbox import deadline, fresh_listings
        from whoruns.recorder.world import TooLong

        this = Listing(name, root)
        shown = this.shown(this.course)
        if not this.course.is_file():
            raise BookError(f"there is no {shown}")
        with fresh_listings(root):
            try:
                said = execute(this.course, shown=Path(shown))
                self.depends = [this.course, *(Listing(listing, root).module for listing in said["files"])]
                with deadline():
                    parts, end = said.get("parts", ("",)), said.get("end", inf)
                    self.parts = [watched(said["main"], part, end) for part in parts]
            except RunError as error:
                raise BookError(str(error)) from error
            except (Exception, TooLong) as error:
                raise BookError(f"{shown}: {error!r}, {raised_at(error, (str(this.course),))}") from error
        self.end: float = end if end < inf else 1 + max(time for part in self.parts for time in part.moments)

    def tell(self) -> Table:
        """Return a table that says the same."""
        words = {"has": _("has it"), "lies": _("lies there"), "waits": _("waits")}
        body: list[list[Cell]] = []
        for part in self.parts:
            for each in part.stretches():
                when = " – ".join(part.moments.get(time) or "…" for time in (each.begin, each.end))
                whose: Cell = [(name, True) for name in (part.name, each.row) if name]
                who = [(each.who, True)] * bool(each.who)
                body.append([whose, [(when, True)], [*who, (str(words[each.kind]), False)]])
        return Table((_("Row"), _("When"), _("What happens")), body)

    def draw(self, ident: str) -> str:
        """Return the picture."""
        svg = canvas(
            "course notranslate", ident, _("Who has what, and who waits"),
            _("Time goes from left to right. The table below says the same in words."),
        )
        left = 8 + max(wide(row[0][0].row) for part in self.parts for row in part.rows)
        scale = (WIDTH - 12 - left) / self.end
        top = 0.0
        for part in self.parts:
            top = self.draw_part(svg, part, lambda time: left + scale * time, top)
        return finish(svg, top)

    def draw_part(self, svg: ET.Element, part: Part, place: Callable[[float], float], top: float) -> float:
        """Draw one run; return where it ends."""
        if part.name:
            put(svg, "text", part.name, class_="mono title", x=2, y=top + 14)
            top += 22
        grid, start = put(svg, "g", class_="grid"), top
        for row in part.rows:
            put(svg, "text", row[0][0].row, class_="mono", x=2, y=top + 15)
            for track in row:
                for each in track:
                    draw_stretch(svg, each, place(each.begin), place(min(each.end, self.end)), top)
                top += HIGH + 2
            top += GAP
        right = -10.0
        for time, said in sorted(part.moments.items()):
            put(grid, "path", class_="tick", d=f"M{place(time):g} {start:g}V{top:g}")
            half = wide(said, SANS) / 2
            if (middle := min(place(time), WIDTH - half)) - half > right:
                put(svg, "text", said, class_="time mid", x=middle, y=top + 13)
                right = middle + half + 4
        return top + 24


def watched(main: Callable[..., Any], part: str, end: float) -> Part:
    """Run the file's main(), if it is a coroutine on a clock that jumps, and return its part."""
    tell, given = Tell(end), [part] if part else []
    with redirect_stdout(io.StringIO()):
        if end == inf:
            main(tell, *given)
        else:
            from ghetto_asyncio.clocks.virtual import AsyncioLoop  # of the listings that are fresh

            with suppress(TimeoutError), asyncio.Runner(loop_factory=AsyncioLoop) as runner:
                tell.clock = runner.get_loop().time
                runner.run(asyncio.wait_for(main(tell, *given), end + 1))
    return tell.part(part)


def tracks(found: Iterable[Stretch]) -> list[list[Stretch]]:
    """Divide the stretches of a row so that no two of a track are so at the same time."""
    rows: list[list[Stretch]] = []
    for each in sorted(found, key=lambda each: (each.begin, KINDS.index(each.kind))):
        free = next((track for track in rows if track[-1].end <= each.begin), None)
        if free is None:
            rows.append(free := [])
        free.append(each)
    return rows


def draw_stretch(svg: ET.Element, each: Stretch, left: float, right: float, top: float) -> None:
    """Draw a block with a name, or, for a waiter, a dashed one; one without an end is open."""
    colour = next((name.lower() for name in (each.row, each.who) if name in CAST), "loop")
    group, open_ended = put(svg, "g", class_=colour), each.end == inf
    edge = "" if open_ended else f"V{top + 1:g}"
    path = f"M{right - 1:g} {top + 1:g}H{left + 1:g}V{top + HIGH - 1:g}H{right - 1:g}{edge}"
    put(group, "path", class_=each.kind, d=path)
    if open_ended:
        put(group, "path", class_="on", d=f"M{right:g} {top + HIGH / 2:g}h8{TIP['>']}")
    if wide(each.who) + 8 <= right - left:
        put(group, "text", each.who, class_="head mid", x=(left + right) / 2, y=top + 14.5)
