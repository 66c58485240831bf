"""The chain: generators that delegate to one another, at the moment when the innermost has yielded.

Drawn from a recorded run: a box for each frame, with the line at which it stands, and the value on its way out.
"""
from __future__ import annotations

from sphinx.locale import _

from press.catalogue import BookError
from press.events import value_of
from press.run.recording import Recording
from press.run.svg import WIDTH, canvas, finish, put

INSET, ROW = 8, 36
"""How far a box is inside the one around it, and the height of what stands in it."""


class Chain:
    """The frames of a run, from the outermost to the innermost: (name, line of code)."""

    def __init__(self, recording: Recording) -> None:
        yielding = [moment for moment in recording.moments if moment.event["ev"] == "yield"]
        if not yielding:
            raise BookError(f"in the recording of {recording.run} nothing is yielded")
        deepest = max(yielding, key=lambda moment: len(moment.at))
        stack = recording.moments[recording.moments.index(deepest) - 1].stack
        sources = [listing.source().splitlines() for listing in recording.files]
        code = [sources[file][line - 1].strip() for file, line, _frame in reversed(deepest.at)]
        self.frames = list(zip((recording.lanes[lane]["name"] for lane in stack), code))
        self.out = value_of(deepest.event)
        self.colours = [recording.colour(lane) for lane in stack]

    def draw(self, ident: str) -> str:
        """Return the picture."""
        count = len(self.frames)
        height = ROW * count + INSET * count + 12
        svg = canvas(
            "chain notranslate", ident, _("Who waits for whom"),
            _("A box for each frame, inside the one that resumed it. The table below says the same in words."),
        )
        for level, ((name, code), colour) in enumerate(zip(self.frames, self.colours)):
            x, y = 2 + INSET * level, 4 + ROW * level
            inside, width = height - 4 - y - INSET * level, WIDTH - 2 * x
            put(svg, "rect", class_=f"frame {colour}", x=x, y=y, width=width, height=inside, rx=4)
            put(svg, "text", name, class_=f"head {colour}", x=x + 8, y=y + 14)
            put(svg, "text", code, class_="print", x=x + 8, y=y + 28)
        for level, colour in enumerate(self.colours[1:], 1):
            x, y = WIDTH - 2 - INSET * level - 14, 4 + ROW * level
            put(svg, "path", class_=f"outward {colour}", d=f"M{x} {y + 26}v-26m-4 4l4 -4l4 4")
            put(svg, "text", self.out, class_="value before", x=x - 6, y=y + 17)
        return finish(svg, height)
