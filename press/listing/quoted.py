"""The ``{quoted}`` directive: lines of another program, such as asyncio, that are really there.

    ```{quoted} asyncio.base_events.BaseEventLoop._run_once
    ntodo = len(self._ready)
    ```

The lines stand in the source of that object, in this order and with nothing between, in the Python that builds
the book; a test asks the other Pythons.
"""
from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.listing.html import write_program
from press.quotation import problem_of

log = logging.getLogger(__name__)


class quoted_code(nodes.literal_block):
    """Lines of another program; other writers take it for a literal block."""


class QuotedDirective(SphinxDirective):
    """Show lines of another program."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content) + "\n"
        if problem := problem_of(self.arguments[0], text):
            log.error("%s", problem, location=self.get_location(), type="listing")
            return []
        block = quoted_code(text, text, language="python", object=self.arguments[0], translatable=False)
        self.set_source_info(block)
        return [block]


def visit_quoted_code(self: HTML5Translator, node: quoted_code) -> None:
    """Write the lines with the name of their source."""
    write_program(self, node, "quoted", node["object"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("quoted", QuotedDirective)
    app.add_node(quoted_code, html=(visit_quoted_code, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
