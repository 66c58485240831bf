"""The ``{line}`` role: a link to one line of a listing, wherever the book shows it.

    {line}`a callback of that future <tasks.task wanted.add_done_callback>`

Behind the listing stand words that only this line has, or the whole of it: so the link stays right when lines are added
above it.
On the site the line is marked (``static/lines.js``); an epub leads to the listing.
"""
from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError, Listing, find

log = logging.getLogger(__name__)


class line_link(nodes.Inline, nodes.TextElement):
    """A link to a line, as long as it is not known which page shows it."""


def number_of(listing: Listing, words: str) -> int:
    """Return the number of the line that is these words, or has them; raise BookError if it is not the only one."""
    path, lines = listing.shown(listing.module), listing.source().splitlines()
    found = [number for number, line in enumerate(lines, 1) if words == line.strip() != ""]
    found = found or [number for number, line in enumerate(lines, 1) if words and words in line]
    if len(found) != 1:
        many = ", ".join(map(str, found)) or "no line"
        raise BookError(f"{path}: {many} has {words!r}: write more of the line, {{line}}`its words <{listing.name} …>`")
    return found[0]


class LineRole(ReferenceRole):
    """Find the line."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        name, _, words = self.target.partition(" ")
        try:
            number = number_of(find(name, Path(self.config.book_root)), words)
        except BookError as error:
            log.error("%s", error, location=self.get_location(), type="listing")
            return [], []
        link = line_link(self.rawtext, self.title, listing=name, number=number)
        self.set_source_info(link)
        return [link], []


def lead(app: Sphinx, document: nodes.document, page: str) -> None:
    """Lead to the pages that show the listings, and there to the lines."""
    labels = app.env.domains.standard_domain.anonlabels
    for link in list(document.findall(line_link)):
        there, anchor = labels.get(link["listing"], ("", ""))
        if not there:
            log.error("no page shows %s as its own listing", link["listing"], location=link, type="listing")
        elif app.builder.name == "html":
            anchor = f"{link['listing']}.{link['number']}"
        uri = f"{app.builder.get_relative_uri(page, there or page)}#{anchor}"
        link.replace_self(nodes.reference("", "", *link.children, refuri=uri, internal=True, classes=["line"]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the role."""
    app.add_role("line", LineRole())
    app.connect("doctree-resolved", lead)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
