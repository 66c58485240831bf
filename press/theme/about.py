"""The ``{about}`` directive: the subject of a section in plain words, below its heading, which may be a riddle.

    ## Not now

    ```{about} a shield
    ```

It is a small line under the heading, in the contents of the page, and in the search; the heading stays as it was.
If there is code in it, it stands between ``:::``, for a line that begins with three grave accents can hold no more.
"""
from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

log = logging.getLogger(__name__)


class about(nodes.paragraph):
    """The line under a heading."""


class AboutDirective(SphinxDirective):
    """Put the subject of a section below its heading."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        words, messages = self.parse_inline(self.arguments[0])
        node = about(self.arguments[0], "", *words, classes=["about"])
        self.set_source_info(node)
        return [node, *messages]


class CheckPlaces(SphinxTransform):
    """Complain about one that does not stand right below a heading."""

    default_priority = 5

    def apply(self, **kwargs: Any) -> None:
        for node in self.document.findall(about):
            above = node.parent
            before = above.children[: above.index(node)]  # docutils notes there that two headings are the same
            right = all(isinstance(each, nodes.title | nodes.system_message) for each in before)
            if not (isinstance(above, nodes.section) and right):
                log.error("{about} says what a section is about, and stands right below its heading", location=node,
                          type="about")


def add_to_contents(app: Sphinx, document: nodes.document) -> None:
    """Let the contents of a page that has been read and translated say it, too."""
    said = {f"#{each}": node.astext() for node in document.findall(about) for each in node.parent["ids"]}
    for link in app.env.tocs[app.env.current_document.docname].findall(nodes.reference):
        if words := said.get(link["anchorname"]):
            link["about"] = words  # its title is used elsewhere, and stays


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, its node and the check."""
    app.add_node(about)
    app.add_directive("about", AboutDirective)
    app.add_transform(CheckPlaces)
    app.connect("doctree-read", add_to_contents, priority=600)  # after Sphinx has made them
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
