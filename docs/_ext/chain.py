"""The ``{chain}`` directive: generators that delegate to one another, at the moment when the innermost has yielded.

Drawn from a recorded run: a box for each frame, with the line at which it stands, the value that goes
out, and what the innermost receives when it is resumed.
"""
from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from catalogue import ListingError
from pictures import PictureDirective, table
from recording import Recording
from runs import read
from timeline import WIDTH, put

INSET, ROW, SIDE = 8, 36, 62
"""How far a box is inside the one around it, the height of what stands in it, and room for the arrows."""


class Chain:
    """The frames of a run, from the outermost to the innermost: (name, line of code)."""

    def __init__(self, recording: Recording) -> None:
        events = recording.events
        deepest = max((event for event in events if event["ev"] == "yield"), key=lambda event: len(event["at"]), default=None)
        if deepest is None:
            raise ListingError(f"in the recording of {recording.run} nothing is yielded")
        lanes, stack = [0], []
        for event in events:
            if event["ev"] in ("start", "resume"):
                lanes.append(event["lane"])
            if event is deepest:
                stack = list(lanes)
                break
            if event["ev"] in ("yield", "return", "raise"):
                lanes.pop()
        code = [recording.files[file].source().splitlines()[line - 1].strip() for file, line in reversed(deepest["at"])]
        self.frames = list(zip((recording.lanes[lane]["name"] for lane in stack), code))
        self.out = str(deepest["value"])
        later = events[events.index(deepest) + 1 :]
        received = [event["vars"] for event in later if event["lane"] == deepest["lane"] and "vars" in event]
        before = [event["vars"] for event in events if event["lane"] == deepest["lane"] and "vars" in event][0]
        self.inward = next((text for name, text in (received or [{}])[0].items() if name not in before), "None")

    def draw(self, ident: str) -> str:
        """Give the picture."""
        count = len(self.frames)
        height = ROW * count + INSET * count + 12
        svg = ET.Element("svg", {
            "class": "chain notranslate", "viewBox": f"0 0 {WIDTH} {height}", "role": "img",
            "aria-labelledby": f"{ident}-title {ident}-desc",
        })
        put(svg, "title", _("Who waits for whom"), id=f"{ident}-title")
        put(svg, "desc", _("A box for each frame, inside the one that resumed it. The table below says the same in words."), id=f"{ident}-desc")
        for level, (name, code) in enumerate(self.frames):
            x, y = SIDE + INSET * level, 4 + ROW * level
            colour = "loop" if level == 0 else f"c{(level - 1) % 6}"
            put(svg, "rect", class_=f"frame {colour}", x=x, y=y, width=WIDTH - 2 * x, height=height - 2 * 4 - y - INSET * level + 4, rx=4)
            put(svg, "text", name, class_="head", x=x + 8, y=y + 14)
            put(svg, "text", code, class_="print", x=x + 8, y=y + 28)
        deep = 4 + ROW * (count - 1) + 24
        put(svg, "path", class_="inward", d=f"M30 12V{deep}H{SIDE + INSET * (count - 1) - 3}m-5 -4l5 4l-5 4")
        put(svg, "path", class_="outward", d=f"M{WIDTH - SIDE - INSET * (count - 1)} {deep}H{WIDTH - 30}V12m-4 5l4 -5l4 5")
        put(svg, "text", self.inward, class_="print mid", x=30, y=deep + 14)
        put(svg, "text", self.out, class_="print mid", x=WIDTH - 30, y=deep + 14)
        return ET.tostring(svg, encoding="unicode")


class ChainDirective(PictureDirective):
    """Put the chain of delegation on the page."""

    label = "chain"

    def draw(self, name: str) -> tuple[Any, ...]:
        """Give the drawing and the table; raise ListingError if the recording is missing or stale."""
        chain = Chain(read(self, name))
        words = table((_("Frame"), _("It stands at")), [[(frame, True), (code, True)] for frame, code in chain.frames])
        return chain.draw(f"chain-{name.replace('.', '-')}"), words


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("chain", ChainDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
