"""All orders of two programs, drawn from running them.

The listing must have ``schedules()``, ``run(schedule)`` and the program ``ADD_ONE``. A row of
the picture is a schedule, a cell an instruction. A load that comes while the other program
stands between its own load and store is outlined: one of the two updates will be lost.
"""
from __future__ import annotations

import importlib
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from sphinx.locale import _

from press.catalogue import PACKAGE, BookError
from whoruns.drawing.svg import WIDTH, canvas, finish, put
from whoruns.story.grid import Table

CELL, ROW, LEFT = 53, 23, 28
"""Width of an instruction, height of an order, and room for its number."""


@dataclass(frozen=True)
class Step:
    """One instruction of a schedule; `early` if it loads a value that the other is about to change."""

    program: str
    operation: str
    early: bool


@dataclass(frozen=True)
class Row:
    """A schedule, step by step, and the number that its run gave."""

    schedule: str
    steps: tuple[Step, ...]
    result: int


def record(name: str) -> list[Row]:
    """Run every schedule of the listing; raise BookError if it has none."""
    module = importlib.import_module(f"{PACKAGE}.{name}")
    if missing := [needed for needed in ("schedules", "run", "ADD_ONE") if not hasattr(module, needed)]:
        raise BookError(f"{name} has no {', '.join(missing)}, from which this figure is drawn")
    rows = []
    for schedule in module.schedules():
        done = dict.fromkeys(schedule, 0)
        steps = []
        for program in schedule:
            operation = module.ADD_ONE[done[program]][0]
            between = any(0 < count < len(module.ADD_ONE) for other, count in done.items() if other != program)
            steps.append(Step(program, operation, operation == "load" and between))
            done[program] += 1
        rows.append(Row(schedule, tuple(steps), module.run(schedule)))
    return rows


def draw(rows: list[Row], best: int, ident: str) -> str:
    """Return the picture as SVG, with a title and a description in the page's language."""
    svg = canvas(
        "interleavings", ident, _("The orders in which two programs can add 1"),
        _("One row for each order, six instructions in a row. The table below says the same."),
    )
    for number, row in enumerate(rows):
        group = put(svg, "g", class_=("kept" if row.result == best else "lost") + " notranslate")
        top = number * ROW + 2
        label(group, LEFT - 6, top, str(number + 1), "number")
        for index, step in enumerate(row.steps):
            left = LEFT + index * CELL
            kind = step.program.lower() + " early" * step.early
            put(group, "rect", class_=kind, x=left + 1, y=top + 1, width=CELL - 3, height=ROW - 3)
            label(group, left + CELL // 2, top, f"{step.program} {step.operation}")
        label(group, WIDTH - 2, top, f"n = {row.result}", "result")
    kept, base = [row for row in rows if row.result == best], ROW * len(rows) + 20
    words = _("n = {best} in {kept} of {all} orders").format(best=best, kept=len(kept), all=len(rows))
    put(svg, "text", words, class_="sum", x=WIDTH - 2, y=base)
    return finish(svg, base + 5)


def label(parent: ET.Element, x: float, top: int, text: str, kind: str = "") -> None:
    """Write a word into a row."""
    put(parent, "text", text, **({"class_": kind} if kind else {}), x=x, y=top + 15.5)


def tell(rows: list[Row], best: int) -> Table:
    """Return the picture as a table in words."""
    body = [[[(text, True)] for text in (row.schedule, str(row.result), str(best - row.result))] for row in rows]
    return Table((_("Order"), _("Final n"), _("Lost updates")), body)
