"""A table in words as nodes of docutils."""
from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from whoruns.story.grid import Cell, Table


def as_node(table: Table) -> nodes.table:
    """Return a table as it stands on a page. Its words are translated already, so none is extracted."""
    rows = [[[(text, "()" in text)] for text in table.head], *table.body]  # a call is code, a word is none
    widths = [max(sum(len(text) + 3 for text, _code in cell) for cell in column) for column in zip(*rows)]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=min(width, 40)) for width in widths), cols=len(table.head))
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
