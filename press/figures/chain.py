"""The chain: generators that delegate to one another, at the moment when the innermost has yielded.

Drawn from a recorded run: a box for each frame, with the line at which it stands, and the value on its way out.
"""
from __future__ import annotations

from sphinx.locale import _

from press.catalogue import BookError
from whoruns.drawing.svg import TIP, WIDTH, box, canvas, finish, put, wrapped
from whoruns.events import value_of
from whoruns.story.recording import Recording

INSET, LINE = 7, 17
"""How far a box is inside the one around it, and the height of a line of text in it."""


class Chain:
    """The frames of a run, from the outermost to the innermost: (name, line of code)."""

    def __init__(self, recording: Recording) -> None:
        yielding = [moment for moment in recording.moments if moment.event["ev"] == "yield"]
        if not yielding:
            raise BookError(f"in the recording of {recording.name} nothing is yielded")
        deepest = max(yielding, key=lambda moment: len(moment.at))
        stack = recording.moments[recording.moments.index(deepest) - 1].stack
        sources = [listing.source().splitlines() for listing in recording.files]
        code = [sources[file][line - 1].strip() for file, line, _frame in reversed(deepest.at)]
        self.frames = list(zip((recording.lanes[lane]["name"] for lane in stack), code))
        self.out = value_of(deepest.event)
        self.colours = [recording.colour(lane) for lane in stack]

    def draw(self, ident: str) -> str:
        """Return the picture."""
        svg = canvas(
            "chain notranslate", ident, _("Who waits for whom"),
            _("A box for each frame, inside the one that resumed it. The table below says the same in words."),
        )
        sides = [2 + INSET * level for level in range(len(self.frames))]
        lines = [wrapped(code, WIDTH - 2 * x - 16) for x, (_name, code) in zip(sides, self.frames)]
        tops = [4 + sum(LINE * (len(above) + 1) + 14 for above in lines[:level]) for level in range(len(lines))]
        height = tops[-1] + LINE * (len(lines[-1]) + 1) + 10 + INSET * len(lines)
        for x, y, (name, _code), here, colour in zip(sides, tops, self.frames, lines, self.colours):
            box(svg, f"frame {colour}", x, y, WIDTH - 2 * x, height - x - y)
            put(svg, "text", name, class_=f"head {colour}", x=x + 8, y=y + 16)
            for number, line in enumerate(here, 1):
                put(svg, "text", line, class_="mono", x=x + 8, y=y + 16 + LINE * number)
        for x, y, colour in zip(sides[1:], tops[1:], self.colours[1:]):
            put(svg, "path", class_=f"outward {colour}", d=f"M{WIDTH - x - 12} {y + 18}v-27{TIP['^']}")
            put(svg, "text", self.out, class_="mono before", x=WIDTH - x - 20, y=y + 16)
        return finish(svg, height)
