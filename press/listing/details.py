"""Content that is folded up until the reader asks for it: ``{solution}``, ``{folded} A title``, tables of figures."""
from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator


class folded(nodes.General, nodes.Element):
    """In HTML a ``details`` element with a ``summary``; elsewhere its content."""


class summary(nodes.Part, nodes.TextElement):
    """The line that is always there, where it is the page's own."""


class FoldedDirective(SphinxDirective):
    """Fold up the answer to a question, or a text that not every reader needs, under a title."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        children, messages = self.parse_inline(self.arguments[0])
        title = summary(self.arguments[0], "", *children)
        self.set_source_info(title)
        return [folded("", title, *self.parse_content_to_nodes()), *messages]


class SolutionDirective(SphinxDirective):
    """Fold up the solution of an exercise."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        return [folded("", *self.parse_content_to_nodes(), summary=_("Solution"))]


def visit_folded(self: HTML5Translator, node: folded) -> None:
    """Open the element, with a line to click on."""
    self.body.append(self.starttag(node, "details", ""))
    if "summary" in node:
        self.body.append(f"<summary>{node['summary']}</summary>\n")


def depart_folded(self: HTML5Translator, node: folded) -> None:
    """Close the element."""
    self.body.append("</details>\n")


def visit_summary(self: HTML5Translator, node: summary) -> None:
    """Open the line to click on."""
    self.body.append("<summary>")


def depart_summary(self: HTML5Translator, node: summary) -> None:
    """Close it."""
    self.body.append("</summary>\n")


def pass_through(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write the content as if it stood on its own, or nothing if there is none."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("solution", SolutionDirective)
    app.add_directive("folded", FoldedDirective)
    other = (pass_through, pass_through)
    line = (visit_summary, depart_summary)
    app.add_node(summary, html=line, latex=other, text=other, texinfo=other, man=other)
    app.add_node(folded, html=(visit_folded, depart_folded), latex=other, text=other, texinfo=other, man=other)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
