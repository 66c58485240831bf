"""The node that ``{puzzle}`` leaves on a page (``press/figures/puzzles.py``): a question, a program, its output."""
from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.catalogue import BENCH
from press.listing.blocks import remark
from press.listing.details import pass_through


class puzzle(nodes.General, nodes.Element):
    """A question, the program that it is about, and the output."""

    def ask(self, question: remark) -> None:
        """Let the question be this remark, as it has been translated."""
        line = self.children[0]
        assert isinstance(line, nodes.paragraph)
        line["classes"] += question["classes"]
        for number, part in enumerate(question["message"].split("`")):
            line += nodes.literal("", part) if number % 2 else nodes.Text(part)


def visit_puzzle(self: HTML5Translator, node: puzzle) -> None:
    """Open the box."""
    self.body.append(f'<div class="puzzle" id="{node["ids"][0]}">\n')


def depart_puzzle(self: HTML5Translator, node: puzzle) -> None:
    """Close it, with a way to the workbench, if programs can be run there."""
    if self.builder.name == "html" and self.config.book_run:
        address = self.builder.get_relative_uri(self.builder.current_docname, BENCH)
        name = node["listing"].removeprefix(f"{BENCH}.")
        words = _("Try it in the workbench")
        self.body.append(f'<p><a class="to-bench" href="{address}#example={name}">{words}</a></p>\n')
    self.body.append("</div>\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the node."""
    other = (pass_through, pass_through)
    app.add_node(puzzle, html=(visit_puzzle, depart_puzzle), latex=other, text=other, texinfo=other, man=other)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
