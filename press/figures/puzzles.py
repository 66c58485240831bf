"""The ``{puzzle}`` directive: a program of the workbench at the head of a chapter, which asks for its output.

    ```{puzzle} workbench.swallowed
    ```

The docstring of the module is the question, and its session the program's output, which folds, with the drawing of
its run, which ``make record`` has recorded: no run file declares it. A puzzle invites: it has no caption and no number,
and shows only the part of the program that the question is about.
"""
from __future__ import annotations

import ast
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BENCH, BookError, Listing, find
from press.figures.figure import picture, recording_of, same_as
from press.listing.blocks import module_block, session_block
from press.listing.details import folded
from press.listing.puzzle import puzzle
from whoruns.doors.tables import as_node
from whoruns.drawing.weave import View, Weave
from whoruns.page.drawn import ident
from whoruns.story.recording import Recording
from whoruns.story.sentences import words_of_limits
from whoruns.story.table import tell

log = logging.getLogger(__name__)


class PuzzleDirective(SphinxDirective):
    """Show a program of the workbench as a puzzle."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        try:
            return [self.show(find(self.arguments[0], Path(self.config.book_root)))]
        except BookError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return []

    def show(self, listing: Listing) -> puzzle:
        """Return the puzzle; raise BookError for a fault."""
        if not listing.name.startswith(f"{BENCH}."):
            raise BookError(f"{listing.name} is no program of the workbench, so nobody can try it there")
        source = listing.source()
        listing.check_import()
        question = ast.get_docstring(ast.parse(source)) or ""
        if not question.endswith("?") or "\n\n" in question:
            place = listing.shown(listing.module)
            raise BookError(f"{place}:1: the docstring of a puzzle is its question, and no more")
        code = module_block(self, listing, source)
        code["puzzle"] = True
        code["part"], code["new"] = list(range(1, source.count("\n") + 1)), []
        found = puzzle("", listing=listing.name, ids=[nodes.make_id(listing.name)])
        self.set_source_info(found)
        found += nodes.paragraph(translatable=False, classes=["ask"])
        found += code
        guess = _("What do you think? Write it down before you look.")
        found += nodes.paragraph("", guess, translatable=False, classes=["guess"])
        session = session_block(self, listing)
        session["puzzle"] = True
        recording = recording_of(self, listing.name)
        if "threads" in recording.undrawn:
            session["browser"] = "threads"
        came = [session, *self.drawn(recording)]
        found += folded("", *came, summary=_("What it prints"))
        return found

    def drawn(self, recording: Recording) -> list[nodes.Node]:
        """Return the drawing of the recorded run, with a table that says the same; or why there is none."""
        if recording.undrawn:
            words = words_of_limits()
            return [nodes.paragraph("", words[why], translatable=False) for why in recording.undrawn]
        weave = Weave([(recording, View())], ident(recording.name))
        (timeline,) = weave.timelines
        same = same_as(as_node(tell(recording, timeline.beats, timeline.told)))
        return [nodes.container("", picture(svg=weave.draw()), same, ids=[nodes.make_id(f"drawn-{recording.name}")])]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("puzzle", PuzzleDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
