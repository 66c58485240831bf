"""A run as a table in words: the same as its timeline."""
from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.locale import _

from press.run.grid import table
from press.run.notes import CODE, Note
from press.run.recording import Recording
from press.run.words import line_up, whose


def tell(recording: Recording, told: Sequence[Sequence[Note]]) -> nodes.table:
    """Return the run in words: who runs, what happens (`told`: the notes of each turn), what is in the queues then."""
    first, body, queues = recording.first_event, [], ""
    for turn, here in zip(recording.turns, told):
        if turn.last < first:
            continue
        now = line_up(recording.moments[turn.last].queues)
        found = [note for note in here if note.kind != "queue" or (note.event == first and note.text != now)]
        words = [(note.text, note.kind in CODE) for note in found]  # at first, also what stands in the queues before it
        if words or turn.lane > 0 or now != queues:
            seconds = f"{recording.time(max(turn.first, first)):g}"
            cells = [[(whose(recording, turn.lane), turn.lane >= 0)], words]
            stands = [(now, True)] if now else []
            body.append([[(seconds, True)]] * recording.timed + cells + [stands] * bool(recording.queues))
        queues = now
    head = [_("Seconds")] * recording.timed + [_("Who runs"), _("What happens")]
    after = _("Places after it") if recording.kernel else _("Queues after it")
    return table(head + [after] * bool(recording.queues), body)
