"""Who holds whom: each task at a moment, and the way from the loop to it.

Drawn from what the collector was asked (``press/recorder/snapshot.py``). A row for each task: what holds it, from left
to right, and below it what the task and its coroutines hold in turn. No link that was found may be left out.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.catalogue import BookError, Listing
from press.figures.kept import CAST, read_kept
from whoruns.drawing.svg import SANS, TIP, WIDTH, across, box, canvas, finish, put, wide, wrapped
from whoruns.story.grid import Cell, Table

BAR, EDGE = 40, WIDTH - 2
"""Right edges of the loop and of the tasks."""
HIGH, LINE = 22, 16
"""Heights of a box, and of a line of text."""


@dataclass(frozen=True)
class Row:
    """A task, and all that has to do with it."""

    name: str
    at: str
    chain: list[int]
    """What holds it, from what the loop holds to the task; the loop itself is left out."""
    first: list[str]
    """By what the loop holds the beginning of the chain; nothing if it does not."""
    back: dict[tuple[int, ...], list[int]]
    """Coroutines that the task is at, from the outermost, and what the innermost holds; () is the task itself."""

    @property
    def colour(self) -> str:
        """Return the class that gives it its colour."""
        person = self.name.removesuffix("()").capitalize()
        return person.lower() if person in CAST else "c0"


class Holding:
    """Who held whom, as it was recorded."""

    def __init__(self, name: str, root: Path) -> None:
        this = Listing(name, root)
        data, self.files = read_kept(this, this.moment, this.holders)
        self.depends = [this.moment, this.holders, *(listing.module for listing in self.files)]
        self.things: list[str] = data["things"]
        self.ways: dict[tuple[int, int], list[str]] = {(holder, held): way for holder, held, way in data["links"]}
        self.rows = [self.row(task) for task in data["tasks"]]
        drawn = {link for row in self.rows for link in self.drawn(row)}
        if left := [link for link in self.ways if link not in drawn]:
            said = ", ".join(self.spell(holder, held) for holder, held in left)
            raise BookError(f"{this.shown(this.holders)}: no place in the drawing for {said}: press/figures/holding.py")

    def above(self, thing: int) -> list[int]:
        """Return what holds a thing: first the loop, last the coroutines."""
        found = [holder for holder, held in self.ways if held == thing]
        return sorted(found, key=lambda holder: (self.is_coroutine(holder), holder))

    def is_coroutine(self, thing: int) -> bool:
        """Say whether a thing is a coroutine."""
        return self.things[thing].endswith("()")

    def row(self, task: dict[str, Any]) -> Row:
        """Go up from a task to the loop, or until it goes round; then see what goes back."""
        chain = [task["thing"]]
        while above := [each for each in self.above(chain[0]) if not self.is_coroutine(each) and each not in chain]:
            if above[0] == 0:
                break
            chain.insert(0, above[0])
        back: dict[tuple[int, ...], list[int]] = {}
        for index, thing in enumerate(chain):
            for holder in self.above(thing):
                if holder and holder not in chain[max(index - 1, 0) : index]:
                    back.setdefault(self.coroutines(holder), []).append(thing)
        return Row(task["name"], task["at"], chain, self.ways.get((0, chain[0]), []), back)

    def coroutines(self, thing: int) -> tuple[int, ...]:
        """Return the coroutines from the one that a task holds down to this one."""
        if not self.is_coroutine(thing):
            return ()
        outer = next((each for each in self.above(thing) if self.is_coroutine(each)), None)
        return (*(() if outer is None else self.coroutines(outer)), thing)

    def drawn(self, row: Row) -> Iterator[tuple[int, int]]:
        """Yield the links that a row shows."""
        yield from zip([0, *row.chain], row.chain)
        for stack, targets in row.back.items():
            way = (row.chain[-1], *stack)
            yield from zip(way, stack)
            yield from ((way[-1], target) for target in targets)

    def spell(self, holder: int, held: int) -> str:
        """Return how a thing is held, as code: Future.callbacks[0]: wake_up()."""
        said = self.things[holder]
        for step in self.ways[holder, held]:
            said += step if step[0] == "[" else f": {step}" if said.endswith(")") or step.endswith(")") else f".{step}"
        return said

    def tell(self) -> Table:
        """Return a table that says the same."""
        body: list[list[Cell]] = []
        for row in self.rows:
            things = [*reversed(row.chain), *dict.fromkeys(each for stack in row.back for each in stack)]
            for thing in things:
                held = [(self.spell(holder, thing), True) for holder in self.above(thing)]
                body.append([[(row.name, True)], [(self.things[thing], True)], held])
            if not row.first:
                body.append([[(row.name, True)], [(_("all of these"), False)], [(nobody(), False)]])
        return Table([_("Whose"), _("What"), _("Who holds it")], body)

    def draw(self, ident: str) -> str:
        """Return the picture."""
        svg = canvas(
            "holders notranslate", ident, _("Who holds whom"),
            _("A row for each task: what holds it, and what it holds in turn. The table below says the same in words."),
        )
        loop = put(svg, "rect", class_="frame loop", x=2, y=2, width=BAR - 2, rx=4)
        put(svg, "text", self.things[0], class_="head loop mid", x=BAR / 2 + 1, y=18)
        top = 2
        for row in self.rows:
            top = self.draw_row(svg, row, top)
        loop.set("height", str(top - 4))
        return finish(svg, top)

    def draw_row(self, svg: ET.Element, row: Row, top: int) -> int:
        """Draw a task and what holds it; return where the next row begins."""
        put(svg, "text", row.name, class_=f"head {row.colour}", x=BAR + 8, y=top + 14)
        aside = BAR + 16 + wide(row.name)
        for line in wrapped(row.at, EDGE - aside):
            put(svg, "text", line, class_="mono", x=aside, y=top + 14)
            top += LINE
        top += 10
        right: float = EDGE
        at: dict[int, float] = {}
        for index in range(len(row.chain) - 1, -1, -1):
            thing = row.chain[index]
            width = wide(self.things[thing]) + 10
            at[thing] = right - width / 2
            kind = f"frame {row.colour}" if index == len(row.chain) - 1 else "frame peer"
            box(svg, kind if row.first else f"{kind} lost", right - width, top, width, HIGH)
            put(svg, "text", self.things[thing], class_="mono mid", x=at[thing], y=top + 15)
            way = names(self.ways[row.chain[index - 1], thing] if index else row.first)
            start = right - width - max((wide(name, SANS) for name in way), default=0) - 14 if index else BAR
            if way:
                put(svg, "path", class_=f"link {row.colour}", d=across(start, right - width - 1, top + HIGH / 2))
                middle = (start + right - width) / 2
                for number, name in enumerate(way):
                    put(svg, "text", name, class_="mid", x=middle, y=top + 6 + 18 * number)
            else:
                for number, line in enumerate(wrapped(nobody(), right - width - BAR - 20, SANS)):
                    put(svg, "text", line, x=BAR + 10, y=top + 8 + LINE * number)
            right = start
        return self.draw_back(svg, row, top + HIGH, at) + 10

    def draw_back(self, svg: ET.Element, row: Row, top: int, at: dict[int, float]) -> int:
        """Draw what the task and its coroutines hold; return where it ends."""
        for level, (stack, targets) in enumerate(sorted(row.back.items())):
            start, y = at[row.chain[-1]] - 5 + 10 * level, top + LINE * (level + 1)
            ends = [at[target] + 5 - 10 * level for target in targets]
            said = " › ".join(self.things[each] for each in stack) or names(self.ways[row.chain[-1], targets[0]])[0]
            middle, gap = (start + max(ends)) / 2, 0 if stack else wide(said, SANS) / 2 + 2
            way = f"M{start:g} {top}V{y}H{middle + gap:g}M{middle - gap:g} {y}H{min(ends):g}"
            put(svg, "path", class_=f"link {row.colour}", d=way)
            for end in ends:
                put(svg, "path", class_=f"link {row.colour}", d=f"M{end:g} {y}V{top + 1}{TIP['^']}")
            if stack:
                put(svg, "text", said, class_="before", x=EDGE, y=y + LINE - 1)
            else:
                put(svg, "text", said, class_="mid", x=middle, y=y + 4.5)
        return top + (LINE * (len(row.back) + 1) + 2 if row.back else 8)


def names(way: list[str]) -> list[str]:
    """Return the names on a way, without the places in lists."""
    return [step for step in way if step[0] != "["]


def nobody() -> str:
    """Return the words for a task that is held in a circle, by what it holds itself."""
    return str(_("Nothing outside holds it: when the collector comes, it is gone."))
