"""The ``{so-far}`` directive: a loop whole, on one screen, made from the listings that it grew in.

    ```{so-far} mainloop.kept.Loop
    :caption: The main loop so far
    :keep: Calls
    ```

It is folded up, and lists below the listings that explained it. `keep`: base classes that are imported and not shown.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.catalogue import BookError, Listing
from press.listing.details import folded, summary
from press.listing.flat import Flat
from press.listing.html import write_program

log = logging.getLogger(__name__)


class flat_code(nodes.literal_block):
    """A class made from several listings; other writers take it for a literal block."""


class SoFarDirective(SphinxDirective):
    """Show a class that grew from listing to listing."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "caption": directives.unchanged_required, "keep": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        try:
            if "caption" not in self.options:
                raise BookError(f"{self.arguments[0]} needs a ':caption:'")
            flat = Flat(self.arguments[0], Path(self.config.book_root), tuple(self.options.get("keep", "").split()))
        except BookError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return []
        for name in flat.places:
            self.env.note_dependency(str(Listing(name, flat.root).module))
        title = summary(self.options["caption"], self.options["caption"])
        self.set_source_info(title)
        code = flat_code(flat.text, flat.text, language="python", translatable=False)
        code["object"], code["keep"] = self.arguments[0], self.options.get("keep", "")
        self.set_source_info(code)
        return [folded("", title, code, self.places(flat))]

    def places(self, flat: Flat) -> nodes.bullet_list:
        """Return a list of the listings, with the names that were taken from each."""
        items = nodes.bullet_list(classes=["places"])
        for listing, names in flat.places.items():
            link = addnodes.pending_xref(
                "", refdomain="std", reftype="numref", reftarget=listing, refexplicit=False, refwarn=True,
                refdoc=self.env.current_document.docname,
            )
            link += nodes.inline("", listing)
            line = nodes.paragraph("", "", link, nodes.Text(": "), translatable=False)
            for number, name in enumerate(names):
                line += [nodes.Text(", "), nodes.literal("", name)] if number else [nodes.literal("", name)]
            self.set_source_info(line)
            link.source, link.line = line.source, line.line
            items += nodes.list_item("", line)
        return items


def visit_flat_code(self: HTML5Translator, node: flat_code) -> None:
    """Write the class."""
    write_program(self, node, "flat long")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("so-far", SoFarDirective)
    app.add_node(flat_code, html=(visit_flat_code, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
