"""The chain: generators that delegate to one another, at the moment when the innermost has yielded.

Drawn from a recorded run: a box for each frame, with the line at which it stands, the value that goes
out, and what the innermost receives when it is resumed.
"""
from __future__ import annotations

from sphinx.locale import _

from press.catalogue import ListingError
from press.run.recording import Recording
from press.run.svg import WIDTH, canvas, finish, put

INSET, ROW, SIDE = 8, 36, 62
"""How far a box is inside the one around it, the height of what stands in it, and room for the arrows."""


class Chain:
    """The frames of a run, from the outermost to the innermost: (name, line of code)."""

    def __init__(self, recording: Recording) -> None:
        yielding = [moment for moment in recording.moments if moment.event["ev"] == "yield"]
        if not yielding:
            raise ListingError(f"in the recording of {recording.run} nothing is yielded")
        deepest = max(yielding, key=lambda moment: len(moment.at))
        place = recording.moments.index(deepest)
        stack = recording.moments[place - 1].stack
        sources = [listing.source().splitlines() for listing in recording.files]
        code = [sources[file][line - 1].strip() for file, line, _frame in reversed(deepest.at)]
        self.frames = list(zip((recording.lanes[lane]["name"] for lane in stack), code))
        self.out = deepest.event["value"]
        later = [number for number in recording.sent if number > place]
        self.inward = recording.sent[later[0]] if later else "None"

    def draw(self, ident: str) -> str:
        """Give the picture."""
        count = len(self.frames)
        height = ROW * count + INSET * count + 12
        svg = canvas(
            "chain notranslate", ident, _("Who waits for whom"),
            _("A box for each frame, inside the one that resumed it. The table below says the same in words."),
        )
        for level, (name, code) in enumerate(self.frames):
            x, y = SIDE + INSET * level, 4 + ROW * level
            colour = "loop" if level == 0 else f"c{(level - 1) % 6}"
            inside = height - 4 - y - INSET * level
            put(svg, "rect", class_=f"frame {colour}", x=x, y=y, width=WIDTH - 2 * x, height=inside, rx=4)
            put(svg, "text", name, class_="head", x=x + 8, y=y + 14)
            put(svg, "text", code, class_="print", x=x + 8, y=y + 28)
        deep, edge = 4 + ROW * (count - 1) + 24, SIDE + INSET * (count - 1)
        put(svg, "path", class_="inward", d=f"M{SIDE} 18H30V{deep}H{edge - 3}m-5 -4l5 4l-5 4")
        put(svg, "path", class_="outward", d=f"M{WIDTH - edge} {deep}H{WIDTH - 30}V18H{WIDTH - SIDE + 3}m5 -4l-5 4l5 4")
        put(svg, "text", self.inward, class_="print mid", x=30, y=deep + 14)
        put(svg, "text", self.out, class_="print mid", x=WIDTH - 30, y=deep + 14)
        return finish(svg, height)
