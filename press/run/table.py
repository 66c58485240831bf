"""A run as a table in words, and how such tables are made."""
from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.locale import _

from press.run.beside import CODE, begin, notes
from press.run.recording import Recording
from press.run.words import line_up, who

Cell = Sequence[tuple[str, bool]]
"""What stands in a cell of a table: texts, and whether they are code."""


def tell(recording: Recording) -> nodes.table:
    """Return the run in words: who runs, what happens, what is in the queues then."""
    first, told = begin(recording), notes(recording)
    body, queues = [], ""
    for turn, here in zip(recording.turns, told):
        if turn.last < first:
            continue
        now = line_up(recording.moments[turn.last].queues)
        words = [(note.text, note.kind in CODE) for note in here if note.kind != "queue"]
        if words or turn.lane > 0 or now != queues:
            seconds = f"{recording.time(max(turn.first, first)):g}"
            cells = [[(who(recording, turn.lane), turn.lane >= 0)], words]
            body.append([[(seconds, True)]] * recording.timed + cells + [[(now, True)]] * bool(recording.queues))
        queues = now
    head = [_("Seconds")] * recording.timed + [_("Who runs"), _("What happens")]
    return table(head + [_("Queues after it")] * bool(recording.queues), body)


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
