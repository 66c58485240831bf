"""The ``{bars}`` directive: the numbers of a table as bars, too.

    :::{bars} 2-5 6-7
    | | Switch | Spawn | …
    :::

Columns that are named together, from 1 on, have one scale, from 0 to their largest number; it stands at the head of
each. A cell may have several numbers, with commas between them, and a bar for each; of "2000 to 3000" it's the mean.
"""
from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES

STEPS = 50
"""So many lengths has a bar: a content policy knows no style in a page, so each is a class."""
STYLES = Path(__file__).with_name("static") / "bars.css"

log = logging.getLogger(__name__)


class BarsDirective(SphinxDirective):
    """Give the numbers of a table bars. They are read here, in English, and drawn in any language."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        found = self.parse_content_to_nodes()
        for table in (each for node in found for each in node.findall(nodes.table)):
            rows = [list(row.findall(nodes.entry)) for row in table.findall(nodes.row)]
            for group in self.arguments[0].split():
                first, _dash, last = group.partition("-")
                measure([row[int(first) - 1 : int(last or first)] for row in rows])
        if not any("bars" in entry for node in found for entry in node.findall(nodes.entry)):
            log.error("{bars} needs a table, and columns with numbers", location=self.get_location(), type="bars")
        return found


def measure(rows: list[list[nodes.entry]]) -> None:
    """Note in each cell the lengths of its bars, and at the head of each column the value of the longest."""
    head, *body = rows
    values = {entry: numbers(entry.astext()) for row in body for entry in row}
    most = max((value for each in values.values() for value in each), default=0)
    for entry, found in values.items() if most else ():
        if any(found):
            entry["bars"] = [max(1, round(STEPS * value / most)) if value else 0 for value in found]
    for entry in head if most else ():
        entry["most"] = most


def numbers(text: str) -> list[float]:
    """Return the numbers of a cell; 0 where there is none between two commas."""
    parts = [[float(each) for each in re.findall(r"\d+(?:\.\d+)?", part)] for part in text.split(", ")]
    return [sum(part) / len(part) if part else 0 for part in parts]


def drawn(entry: nodes.Element, language: str) -> str:
    """Return the bars or the scale in a cell, below its text."""
    lengths: list[int] = entry.get("bars", [])
    bars = "".join(f'<span class="bar b{length}"></span>' for length in lengths)
    if "most" not in entry:
        return bars
    most = f"{entry['most']:g}".replace(".", LANGUAGES[language].decimal)
    return f'<span class="scale" data-most="{most}"></span>'


def add_styles(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with bars their style sheet."""
    if doctree is not None and any("bars" in entry for entry in doctree.findall(nodes.entry)):
        app.add_css_file(STYLES.name)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and the style sheet."""
    app.add_directive("bars", BarsDirective)
    app.connect("html-page-context", add_styles)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
