"""The contents of socket buffers, drawn from a session that is run line by line (``peeking.py``)."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx.locale import _

from press.catalogue import BookError, Listing
from press.figures import peeking
from whoruns.drawing.label import plain
from whoruns.drawing.svg import WIDTH, box, canvas, finish, put, wide
from whoruns.story.grid import Cell, Table

LINE, HIGH = 20, 22
"""Heights of a line of code, and of a buffer."""
SECONDS = 20
"""After which a session is taken for one that waits for ever."""


class Buffers:
    """The lines of a session, and the contents of the buffers after each of them."""

    def __init__(self, name: str, root: Path) -> None:
        this = Listing(name, root)
        self.depends = [this.session, this.module]
        try:
            run = subprocess.run(
                [sys.executable, peeking.__file__, str(root)], timeout=SECONDS,
                input=this.session.read_text("utf-8"), capture_output=True, encoding="utf-8", check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise BookError(f"{this.shown(this.session)}: no end after {SECONDS} s: does it wait for bytes?") from error
        if run.returncode or not (found := json.loads(run.stdout)):
            why = run.stderr.strip().splitlines()[-1] if run.returncode else "no line changes what lies in a socket"
            raise BookError(f"{this.shown(this.session)}: {why}")
        self.lines: list[dict[str, Any]] = found
        self.sockets = {name: f"{name}.fileno() → {number}" for name, (number, _lying) in found[0]["sockets"].items()}

    def tell(self) -> Table:
        """Return a table that says the same."""
        body: list[list[Cell]] = [
            [[(line["code"], True)], *([(line["sockets"][name][1] or "–", True)] for name in self.sockets)]
            for line in self.lines
        ]
        return Table([_("Line"), *self.sockets.values()], body)

    def draw(self, ident: str) -> str:
        """Return the picture."""
        svg = canvas(
            "buffers notranslate", ident, _("What lies in the buffers"),
            _("After each line of code, what has arrived at each socket. The table below says the same."),
        )
        width = WIDTH / len(self.sockets)
        for number, name in enumerate(self.sockets):
            put(svg, "text", self.sockets[name], class_="head os", x=number * width + 2, y=14)
        top = 22.0
        for line in self.lines:
            code, gave = line["code"], line["gave"]
            put(svg, "text", code, class_="mono", x=2, y=top + 15)
            if gave:
                put(svg, "text", f"→ {gave}", class_="mono gave", x=wide(code) + 10, y=top + 15)
            top += LINE
            for number, name in enumerate(self.sockets):
                lying = line["sockets"][name][1]
                box(svg, "buffer" + " full" * bool(lying), number * width + 2, top, width - 8, HIGH)
                put(svg, "text", plain(lying), class_="mono", x=number * width + 8, y=top + 15.5)
            top += HIGH + 10
        return finish(svg, top - 8)
