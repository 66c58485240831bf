"""Records a program of a reader's own, and draws it: what the workbench shows, and ``make record FILE=mine.py``."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from whoruns.drawing.columns import MOST
from whoruns.page.drawn import drawn
from whoruns.recorder.found import MOST_LANES
from whoruns.recorder.own import Own, record_own
from whoruns.recorder.recorder import LIMIT
from whoruns.source import Text
from whoruns.story.recording import Recording, read
from whoruns.wording import _


def program(source: str, typed: Sequence[str] = (), title: str = "mine.py") -> dict[str, Any]:
    """Return the figure of a program, what it has printed, the error that ended it, and what could not be followed.

    `typed` are the lines for input(), `title` is how the program is called. There is no figure where no generator,
    coroutine or task has run.
    """
    own = record_own(source, title, typed)
    recording = None
    if own.recording and any(lane["kind"] != "loop" for lane in own.recording["lanes"]):
        recording = read(own.recording, (Text(title, source),))
    return {
        "figure": drawn([recording]) if recording else None,
        "output": own.output,
        "error": own.error,
        "cannot": [str(text) for text in cannot(own, recording)],
    }


def cannot(own: Own, recording: Recording | None) -> Iterator[str]:
    """Say what of a program is not in the figure, and why."""
    ends = {
        "hangs": _("It would wait for ever here: nothing can happen any more."),
        "too long": _("Only the beginning is recorded, {number} events: does it ever end?").format(number=LIMIT),
        "crowded": _("Only the beginning is recorded: more than {number} generators or tasks.").format(
            number=MOST_LANES
        ),
    }
    limits = {
        "threads": _("It starts a thread. Threads cannot be followed, and there are none here."),
        "processes": _("It starts another process, which cannot be followed, and there is none here."),
        "network": _("It asks for another machine. There is none here; “peers” says who sits at the other end."),
    }
    yield from (limits[limit.kind] for limit in own.limits)
    if own.ending in ends:
        yield ends[own.ending]
    if recording is None and not own.error:
        yield _("No generator, coroutine or task has run: there is nothing to be drawn.")
    if recording is not None and len(recording.tasks) > MOST:
        yield _("There is room for {number} columns: the last one has all others.").format(number=MOST)
