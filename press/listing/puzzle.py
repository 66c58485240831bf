"""The ``{puzzle}`` directive: a program of the workbench at the head of a chapter, which asks what it prints.

    ```{puzzle} workbench.swallowed
    ```

The docstring of the module is the question, and its session what the program prints, which folds. A puzzle invites:
it has no caption and no number, and shows no more of the program than what the question is about.
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
from sphinx.writers.html5 import HTML5Translator

from press.catalogue import BookError, Listing, find
from press.listing.blocks import module_block, remark, session_block
from press.listing.details import folded, pass_through

log = logging.getLogger(__name__)
PACKAGE, BENCH = "workbench.", "workbench"
"""Whose programs may be puzzles, and the page where they run."""


class puzzle(nodes.General, nodes.Element):
    """A question, the program that it is about, and what that prints."""

    def ask(self, question: remark) -> None:
        """Let the question be this remark, as it has been translated."""
        line = self.children[0]
        assert isinstance(line, nodes.paragraph)
        line["classes"] += question["classes"]
        for number, part in enumerate(question["message"].split("`")):
            line += nodes.literal("", part) if number % 2 else nodes.Text(part)


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
        """Return the puzzle; raise BookError for whatever is wrong."""
        if not listing.name.startswith(PACKAGE):
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
        found += folded("", session_block(self, listing), summary=_("What it prints"))
        return found


def visit_puzzle(self: HTML5Translator, node: puzzle) -> None:
    """Open the box."""
    self.body.append(f'<div class="puzzle" id="{node["ids"][0]}">\n')


def depart_puzzle(self: HTML5Translator, node: puzzle) -> None:
    """Close it, with a way to the workbench, if programs can be run there."""
    if self.builder.name == "html" and self.config.book_run:
        address = self.builder.get_relative_uri(self.builder.current_docname, BENCH)
        name = node["listing"].removeprefix(PACKAGE)
        words = _("Try it in the workbench")
        self.body.append(f'<p><a class="to-bench" href="{address}#example={name}">{words}</a></p>\n')
    self.body.append("</div>\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("puzzle", PuzzleDirective)
    other = (pass_through, pass_through)
    app.add_node(puzzle, html=(visit_puzzle, depart_puzzle), latex=other, text=other, texinfo=other, man=other)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
