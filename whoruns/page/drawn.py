"""The data with which a page shows runs that no directive has put on it: drawing, table, steps, lines of code.

It is the same as ``directives.py`` puts on a page, as data, made with nothing but Python: so a run that is made in
a reader's page, or on the command line, is drawn there, too. ``bookFigure`` of ``static/panel.js`` shows it.
"""
from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NotRequired, TypedDict

from whoruns.drawing.weave import Sheet, Timeline, View, Weave
from whoruns.page.colours import coloured
from whoruns.story.recording import Recording
from whoruns.story.steps import data
from whoruns.story.table import tell


class TableWords(TypedDict):
    """A table in words."""

    head: list[str]
    body: list[list[list[tuple[str, bool]]]]
    """In each cell texts, and whether they are code."""


class Run(TypedDict):
    """The data of one run."""

    table: TableWords
    steps: dict[str, Any]
    """See ``steps.py``."""
    differs: NotRequired[list[int]]
    """Numbers of the rows that are not as they were recorded, if they have been compared (``compared.py``)."""


class Figure(Run):
    """A drawing, with all that one can see of it."""

    svg: str
    listings: dict[str, list[str]]
    """The HTML of each line, by the name of the listing."""
    sheet: NotRequired[Sheet]
    """The places in a large drawing."""
    more: NotRequired[list[Run]]
    """The other runs, if several stand side by side."""


ALL = View()
"""Nothing is chosen: the drawing follows from the recording."""


def drawn(recordings: Sequence[Recording], view: View = ALL, roomy: bool = False) -> Figure:
    """Return the data with which a page shows these runs, in the language that is spoken (``whoruns/wording.py``).

    `roomy` says whether the drawing of a run that is a large one may be as wide as it has to be.
    """
    with no_collecting():
        return figure(recordings, view, roomy)


@contextmanager
def no_collecting() -> Iterator[None]:
    """Stop the garbage collector: a recording, which is large, has no garbage, and it would take half of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def figure(recordings: Sequence[Recording], view: View, roomy: bool) -> Figure:
    """Return it."""
    weave = Weave([(recording, view) for recording in recordings], ident(recordings[0].name), roomy)
    first, *others = (
        Run(table=table(timeline), steps=data(timeline.recording, timeline.beats)) for timeline in weave.timelines
    )
    files = {file.name: coloured(file.source()) for recording in recordings for file in recording.files}
    found = Figure(svg=weave.draw(), table=first["table"], steps=first["steps"], listings=files)
    if others:
        found["more"] = others
    if (sheet := weave.sheet()) is not None:
        found["sheet"] = sheet
    return found


def ident(run: str) -> str:
    """Return the id of the figure of a run."""
    return "run-" + re.sub(r"[^\w-]", "-", run)


def table(timeline: Timeline) -> TableWords:
    """Return a run in words."""
    head, body = tell(timeline.recording, timeline.beats, timeline.told)
    return {"head": [str(word) for word in head], "body": [[list(cell) for cell in row] for row in body]}
