"""A run as a table in words, and how such tables are made."""
from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.locale import _

from press.run.timeline import Timeline
from press.run.words import line_up, told, who

Cell = Sequence[tuple[str, bool]]
"""What stands in a cell of a table: texts, and whether they are code."""


def tell(drawing: Timeline) -> nodes.table:
    """Give the run in words: who runs, what happens, what is in the queues then."""
    recording, timed = drawing.recording, drawing.timed
    body, queues = [], ""
    for turn in drawing.turns:
        events = recording.events[turn.first : turn.last + 1]
        changed = [event["queues"] for event in events if "queues" in event]
        now = line_up(recording, changed[-1]) if changed else queues
        words = told(recording, turn)
        if words or turn.lane > 0 or now != queues:
            cells = [[(who(recording, turn.lane), turn.lane >= 0)]]
            cells.append([(text, kind in ("print", "note")) for kind, text in words])
            if recording.queues:
                cells.append([(now, True)])
            body.append([[(f"{events[0].get('t', 0):g}", True)]] * timed + cells)
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
