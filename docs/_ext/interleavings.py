"""The ``{interleavings}`` directive: all orders of two programs, drawn from running them.

    ```{interleavings} turns.lost_update_bug
    :caption: …
    ```

The listing must have ``schedules()``, ``run(schedule)`` and the program ``ADD_ONE``. A row of
the picture is a schedule, a cell an instruction. A load that comes while the other program
stands between its own load and store is outlined: one of the two updates will be lost.
"""
from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from catalogue import PACKAGE, ListingError, find
from folded import folded, pass_through

log = logging.getLogger(__name__)

CELL, ROW, LEFT, WIDTH = 46, 21, 22, 340
"""Sizes of the drawing; 340 units are the width of a page on a telephone."""


@dataclass(frozen=True)
class Step:
    """One instruction of a schedule; `early` if it loads what the other is about to change."""

    program: str
    operation: str
    early: bool


@dataclass(frozen=True)
class Row:
    """A schedule, step by step, and the number that its run gave."""

    schedule: str
    steps: tuple[Step, ...]
    result: int


class picture(nodes.General, nodes.Element):
    """A drawing; only HTML shows it."""


def record(name: str) -> list[Row]:
    """Run every schedule of the listing."""
    module = importlib.import_module(f"{PACKAGE}.{name}")
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


def draw(rows: list[Row], best: int) -> str:
    """Give the picture as SVG, with a title and a description in the page's language."""
    height = ROW * len(rows) + 4
    svg = ET.Element("svg", {
        "class": "interleavings", "viewBox": f"0 0 {WIDTH} {height}", "role": "img",
        "aria-labelledby": "interleavings-title interleavings-desc",
    })
    ET.SubElement(svg, "title", id="interleavings-title").text = _("The orders in which two programs can add 1")
    ET.SubElement(svg, "desc", id="interleavings-desc").text = _(
        "One row for each order, six instructions in a row. The table below says the same."
    )
    for number, row in enumerate(rows):
        group = ET.SubElement(svg, "g", {"class": ("kept" if row.result == best else "lost") + " notranslate"})
        top = number * ROW + 2
        label(group, LEFT - 6, top, str(number + 1), "number")
        for place, step in enumerate(row.steps):
            left = LEFT + place * CELL
            kind = f"program-{step.program.lower()}" + " early" * step.early
            ET.SubElement(group, "rect", {
                "class": kind, "x": str(left + 1), "y": str(top + 1), "width": str(CELL - 3), "height": str(ROW - 3),
            })
            label(group, left + CELL / 2, top, f"{step.program} {step.operation}", "step")
        label(group, WIDTH - 2, top, f"n = {row.result}", "result")
    return ET.tostring(svg, encoding="unicode")


def label(parent: ET.Element, x: float, top: int, text: str, kind: str) -> None:
    """Write a word into a row."""
    ET.SubElement(parent, "text", {"class": kind, "x": f"{x:g}", "y": str(top + 14)}).text = text


def tell(rows: list[Row], best: int) -> nodes.table:
    """Give the picture as a table in words."""
    head = (_("Order"), _("Final n"), _("Lost updates"))
    body = [(row.schedule, str(row.result), str(best - row.result)) for row in rows]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _column in head), cols=len(head))
    group += nodes.thead("", line(head, nodes.inline))
    group += nodes.tbody("", *(line(cells, nodes.literal) for cells in body))
    return nodes.table("", group)


def line(cells: tuple[str, ...], kind: type[nodes.TextElement]) -> nodes.row:
    """Give one row of a table. Its words are translated already: no source, no extraction."""
    return nodes.row("", *(nodes.entry("", kind("", cell)) for cell in cells))


class InterleavingsDirective(SphinxDirective):
    """Put the picture, its caption and the table on the page."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"caption": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        try:
            listing = find(self.arguments[0])
            listing.check_import()
            if "caption" not in self.options:
                raise ListingError("the figure needs a ':caption:'")
        except ListingError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return []
        self.env.note_dependency(str(listing.module))
        rows = record(listing.name)
        best = max(row.result for row in rows)
        text, messages = self.parse_inline(self.options["caption"])
        caption = nodes.caption(self.options["caption"], "", *text)
        self.set_source_info(caption)
        table = folded("", tell(rows, best), summary=_("The same as a table"))
        figure = nodes.figure("", picture(svg=draw(rows, best)), caption, nodes.legend("", table))
        self.set_source_info(figure)
        self.options["name"] = f"figure-{listing.name}"
        self.add_name(figure)
        return [figure, *messages]


def visit_picture(self: HTML5Translator, node: picture) -> None:
    """Write the drawing into the page."""
    self.body.append(node["svg"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("interleavings", InterleavingsDirective)
    other = (pass_through, pass_through)
    app.add_node(picture, html=(visit_picture, pass_through), latex=other, text=other, texinfo=other, man=other)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
