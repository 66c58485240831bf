"""A run as a table in words, and how such tables are made."""
from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.locale import _

from press.run.recording import Recording
from press.run.words import line_up, told, who

CODE = frozenset({"print", "log", "note", "io"})
"""Kinds of events whose words are code, the same in all languages; so is what a call has given."""

Cell = Sequence[tuple[str, bool]]
"""What stands in a cell of a table: texts, and whether they are code."""


def tell(recording: Recording) -> nodes.table:
    """Return the run in words: who runs, what happens, what is in the queues then."""
    timed = recording.timed
    body, queues = [], ""
    for turn in recording.turns:
        now = line_up(recording.moments[turn.last].queues)
        words = told(recording, turn)
        if words or turn.lane > 0 or now != queues:
            cells = [[(who(recording, turn.lane), turn.lane >= 0)]]
            cells.append([(text, kind in CODE or ("→" in text and "·" not in text)) for kind, text in words])
            if recording.queues:
                cells.append([(now, True)])
            body.append([[(f"{recording.time(turn.first):g}", True)]] * timed + cells)
        queues = now
    head = [_("Seconds")] * timed + [_("Who runs"), _("What happens")] + [_("Queues after it")] * bool(recording.queues)
    return table(head, body)


def table(head: Sequence[str], body: Sequence[Sequence[Cell]]) -> nodes.table:
    """Give a table. Its words are translated already, so none is extracted."""
    rows = [[[(text, False)] for text in head], *body]
    widths = [max(sum(len(text) + 3 for text, _code in cell) for cell in column) for column in zip(*rows)]
    group = nodes.tgroup("", *(nodes.colspec(colwidth=min(width, 40)) for width in widths), cols=len(head))
    group += nodes.thead("", line(rows[0]))
    group += nodes.tbody("", *map(line, rows[1:]))
    return nodes.table("", group)


def line(cells: Sequence[Cell]) -> nodes.row:
    """Give one row of a table."""
    row = nodes.row()
    for cell in cells:
        words = nodes.paragraph("", "", translatable=False)
        for text, code in cell:
            words += [nodes.inline("", " · ")] * bool(words.children)
            words += nodes.literal("", text) if code else nodes.inline("", text)
        row += nodes.entry("", words)
    return row
