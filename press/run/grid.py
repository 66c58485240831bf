"""How the tables in words below the figures are made."""
from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

Cell = Sequence[tuple[str, bool]]
"""What stands in a cell of a table: texts, and whether they are code."""


def table(head: Sequence[str], body: Sequence[Sequence[Cell]]) -> nodes.table:
    """Return a table. Its words are translated already, so none is extracted."""
    rows = [[[(text, False)] for text in head], *body]
    widths = [max(sum(len(text) + 3 for text, _code in cell) for cell in column) for column in zip(*rows)]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=min(width, 40)) for width in widths), cols=len(head))
    group += nodes.thead("", line(rows[0]))
    group += nodes.tbody("", *map(line, rows[1:]))
    return nodes.table("", group)


def line(cells: Sequence[Cell]) -> nodes.row:
    """Return one row of a table."""
    row = nodes.row()
    for cell in cells:
        words = nodes.paragraph("", "", translatable=False)
        for text, code in cell:
            words += [nodes.inline("", " · ")] * bool(words.children)
            words += nodes.literal("", text) if code else nodes.inline("", text)
        row += nodes.entry("", words)
    return row
