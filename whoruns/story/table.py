"""A run as a table in words: row by row the same as its drawing."""
from __future__ import annotations

from collections.abc import Sequence

from whoruns.story.beats import Beat
from whoruns.story.grid import Table
from whoruns.story.notes import CODE, Notes
from whoruns.story.recording import Recording
from whoruns.story.sentences import decimal, left_out, line_up, whose
from whoruns.wording import _


def tell(recording: Recording, beats: Sequence[Beat], told: Notes) -> Table:
    """Return the run in words: the runner of each row, its events (`told`, of all of them), the items of the queues."""
    body, queues = [], ""
    for beat in beats:
        now = line_up(recording.moments[beat.last].queues)
        words = [(note.text, note.kind in CODE) for note in told.of(beat)]
        if beat.kind not in ("setup", "rest") and (words or beat.lane > 0 or now != queues or beat.kind == "gap"):
            cells = [[(whose(recording, beat.lane), True)], words]
            if beat.kind == "gap":
                cells = [[("…", False)], [(left_out(recording, beat.first, beat.last, beat.rows), False)]]
            stands = [(now, True)] if now else []
            time = [[(decimal(recording.time(beat.first)), True)]] * recording.timed
            body.append(time + cells + [stands] * bool(recording.queues))
        queues = now
    head = [_("Seconds")] * recording.timed + [_("Who runs"), _("What happens")]
    after = _("Places after it") if recording.kernel else _("Queues after it")
    return Table(head + [after] * bool(recording.queues), body)
